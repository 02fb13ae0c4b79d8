import { isBelow, isConftest, isNamedLikeATest, isPython, testDirectoriesAbove } from './paths.ts'

/**
 * The Python files that are test code, sorted: collected test files, every conftest.py, and every module below a
 * directory named test or tests that holds a test file. Where only some test files are used, the unused ones make
 * their directories test code all the same.
 */
export function findTestCode(paths: readonly string[], collected: readonly string[]): string[] {
  const python = paths.filter(isPython)
  const unused = python.filter((path) => isNamedLikeATest(path))
  const directories = [...new Set([...collected, ...unused].flatMap(testDirectoriesAbove))]
  const own = new Set(collected)
  return python.filter((path) => own.has(path) || isConftest(path) || isBelow(path, directories)).toSorted()
}

/**
 * Whether what was collected from a file are test points: not where a generous `python_files` makes pytest look into
 * the modules of the package itself.
 */
export function holdsTestPoints(path: string, packageRoots: readonly string[]): boolean {
  if (!isPython(path)) return false
  return isNamedLikeATest(path) || testDirectoriesAbove(path).length > 0 || !isBelow(path, packageRoots)
}
