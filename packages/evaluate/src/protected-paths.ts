/** Files that decide how Python starts and how pytest runs, wherever they lie. */
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

/** Metadata of a distribution: on sys.path it can announce plugins, which pytest loads by itself. */
const distributionMetadata = /\.(?:dist-info|egg-info|egg-link|egg)(?:\/|$)/

/** What decides which paths of a prediction are not its own. */
export interface ProtectionFacts {
  /** Every path of the original tree. */
  readonly original: readonly string[]
  /** Paths of the original's test code. */
  readonly testCode: readonly string[]
  /** Directories on sys.path, '' for the top. */
  readonly importRoots: readonly string[]
  /** Top-level modules that the interpreter has by itself. */
  readonly reserved: ReadonlySet<string>
}

/**
 * Which paths a prediction may not change: test code, everything in folders of tests, what steers the test run, and
 * new top-level modules that would take the place of the standard library's or an installed one.
 */
export function protectedPaths(facts: ProtectionFacts): (path: string) => boolean {
  const files = new Set(facts.testCode)
  const folders = [...new Set(facts.testCode.flatMap((path) => testFolder(path) ?? []))]
  const shadows = shadowing(facts)
  return (path) =>
    files.has(path) ||
    runnerFiles.has(path.slice(path.lastIndexOf('/') + 1)) ||
    distributionMetadata.test(path) ||
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`)) ||
    shadows(path)
}

/** The outermost directory named test or tests above a file, or null. */
function testFolder(path: string): string | null {
  const parts = path.split('/').slice(0, -1)
  const index = parts.findIndex((part) => part === 'test' || part === 'tests')
  return index < 0 ? null : parts.slice(0, index + 1).join('/')
}

const importable = /\.(?:py|pyc|so|pyd)$/

/** A module that the original itself has under such a name is the repository's own. */
function shadowing({ original, testCode, importRoots, reserved }: ProtectionFacts) {
  const present = new Set(original)
  const roots = new Set([...importRoots, ...testCode.map((path) => rootOf(path, present))])
  const moduleAt = (root: string, path: string) => {
    if (root !== '' && !path.startsWith(`${root}/`)) return null
    const below = root === '' ? path : path.slice(root.length + 1)
    const name = below.split(/[./]/)[0] ?? ''
    return reserved.has(name) && importable.test(below) ? name : null
  }
  const own = new Set([...roots].flatMap((root) => original.map((path) => `${root}:${moduleAt(root, path)}`)))
  return (path: string) =>
    [...roots].some((root) => {
      const name = moduleAt(root, path)
      return name !== null && !own.has(`${root}:${name}`)
    })
}

/** The directory that pytest puts on sys.path for a test file: the first above it that is no package. */
function rootOf(path: string, present: ReadonlySet<string>): string {
  let directory = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  while (directory !== '' && present.has(`${directory}/__init__.py`))
    directory = directory.slice(0, Math.max(0, directory.lastIndexOf('/')))
  return directory
}
