import { posix } from 'node:path'

const testDirectories = new Set(['test', 'tests'])

/** Every directory named test or tests that the path lies below. */
export function testDirectoriesAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.flatMap((part, index) =>
    testDirectories.has(part) ? [parts.slice(0, index + 1).join('/')] : [],
  )
}

export function isConftest(path: string): boolean {
  return posix.basename(path) === 'conftest.py'
}

/** Whether the file's own name is one that pytest takes for a test file by default. */
export function isNamedLikeATest(path: string): boolean {
  return /^(test_.*|.*_test)\.py$/.test(posix.basename(path))
}

export function isPython(path: string): boolean {
  return path.endsWith('.py')
}

/** Whether a path is one of the roots (a module) or below one of them (a directory). */
export function isBelow(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => root === '' || path === root || path.startsWith(`${root}/`))
}
