import { resolveImport, resolveSubmodule } from '@quarry/syntax'
import { posix } from 'node:path'
import type { SourceIndex } from './source-index.ts'

/** Paths of the test code that a file of test code loads, directly or not; itself is not among them. */
export type TestImports = (path: string) => ReadonlySet<string>

interface Files {
  readonly index: SourceIndex
  readonly testCode: ReadonlySet<string>
  /** Directories on sys.path, relative to the tree. */
  readonly importRoots: readonly string[]
}

/** Who loads whom in the test code of a tree, each file looked at once. */
export function testImports(source: Files): TestImports {
  const direct = memoised((path) => loadedBy(source, path))
  return memoised((path) => {
    const loaded = new Set(direct(path))
    // A set hands out what is added while it is walked, so imports of imports count too.
    for (const one of loaded) for (const next of direct(one)) loaded.add(next)
    loaded.delete(path)
    return loaded
  })
}

/** What a file imports, and the conftest.py and __init__.py files above it, which are loaded before it. */
function loadedBy({ index, testCode, importRoots }: Files, path: string): string[] {
  const above = directoriesAbove(path)
  const has = (candidate: string) => testCode.has(candidate)
  // pytest puts folders of test files, and of each conftest.py, on sys.path.
  const roots = [...importRoots, '', ...above]
  const imported = (index.modules.get(path)?.imports ?? []).flatMap((binding) =>
    [resolveImport(path, binding, roots, has), resolveSubmodule(path, binding, roots, has)].filter(
      (found) => found !== null,
    ),
  )
  const implied = above.flatMap((directory) =>
    ['conftest.py', '__init__.py'].map((name) => posix.join(directory, name)).filter(has),
  )
  return [...imported, ...implied]
}

/** Innermost first, '' for the top of the tree last. */
function directoriesAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return [...parts.keys(), parts.length].toReversed().map((length) => parts.slice(0, length).join('/'))
}

function memoised<T>(compute: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>()
  return (path) => {
    const value = known.get(path) ?? compute(path)
    known.set(path, value)
    return value
  }
}
