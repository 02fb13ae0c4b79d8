import type { TreeEntry } from '@quarry/core'

/** Files that decide how pytest runs, wherever they lie. */
const runnerFiles = new Set([
  'conftest.py',
  'pytest.ini',
  '.pytest.ini',
  'pytest.toml',
  '.pytest.toml',
  'tox.ini',
  'setup.cfg',
  'pyproject.toml',
  'sitecustomize.py',
  'usercustomize.py',
])

/** Modules that run the tests: a file of that name on sys.path would take their place. */
const runnerModules = ['pytest', '_pytest', 'pluggy', 'iniconfig', 'quarry_probe']

/**
 * Which paths a prediction may not change: test code, everything in folders of tests, and what steers the test run.
 *
 * @param testCode paths of the original's test code
 * @param importRoots directories on sys.path, '' for the top
 */
export function protectedPaths(
  testCode: readonly string[],
  importRoots: readonly string[],
): (path: string) => boolean {
  const files = new Set(testCode)
  const folders = [...new Set(testCode.map(testFolder).filter((folder) => folder !== null))]
  const planted = importRoots.flatMap((root) =>
    runnerModules.map((name) => (root === '' ? name : `${root}/${name}`)),
  )
  return (path) =>
    files.has(path) ||
    runnerFiles.has(path.slice(path.lastIndexOf('/') + 1)) ||
    folders.some((folder) => path.startsWith(`${folder}/`)) ||
    planted.some((module) => path === `${module}.py` || path.startsWith(`${module}/`))
}

/** The outermost directory named test or tests above a file, or null. */
function testFolder(path: string): string | null {
  const parts = path.split('/').slice(0, -1)
  const index = parts.findIndex((part) => part === 'test' || part === 'tests')
  return index < 0 ? null : parts.slice(0, index + 1).join('/')
}

/** The original's protected files, and of the predicted tree everything else. */
export function withProtectedRestored(
  predicted: readonly TreeEntry[],
  original: readonly TreeEntry[],
  isProtected: (path: string) => boolean,
): { entries: TreeEntry[]; undone: string[] } {
  const reference = new Map(
    original.filter((entry) => isProtected(entry.path)).map((entry) => [entry.path, entry]),
  )
  const undone = predicted
    .filter((entry) => isProtected(entry.path) && reference.get(entry.path)?.blob !== entry.blob)
    .map((entry) => entry.path)
  const free = predicted.filter((entry) => !isProtected(entry.path))
  return { entries: [...free, ...reference.values()], undone }
}
