import { posix } from 'node:path'
import type { TestImports } from './test-imports.ts'

/**
 * Test files that no trace tells about: left out by the repository's definition, or not collected. Each may need what is
 * taken out, so none may be shown; but what other test code imports stays, or that would break. Sorted.
 *
 * @param observed paths of the observed test files
 */
export function unobservedTests(
  testCode: ReadonlySet<string>,
  loads: TestImports,
  observed: readonly string[],
): string[] {
  const known = new Set(observed)
  const unknown = new Set([...testCode].filter((path) => isNamedLikeATest(path) && !known.has(path)))
  const loaded = new Set(
    [...testCode].filter((path) => !unknown.has(path)).flatMap((path) => [...loads(path)]),
  )
  return [...unknown].filter((path) => !loaded.has(path)).toSorted()
}

/** pytest's default `python_files`. */
function isNamedLikeATest(path: string): boolean {
  return /^(test_.*|.*_test)\.py$/.test(posix.basename(path))
}
