import { resolveImport, resolveSubmodule } from '@quarry/syntax'
import { posix } from 'node:path'
import type { Source } from './source.ts'

/**
 * Test files that no trace tells about: left out by the repository's definition, or not collected. Each may need what is
 * taken out, so none may be shown; but what other test code imports stays, or that would break. Sorted.
 *
 * @param observed paths of the observed test files
 */
export function unobservedTests(source: Source, observed: readonly string[]): string[] {
  const known = new Set(observed)
  const unknown = [...source.testCode].filter((path) => isNamedLikeATest(path) && !known.has(path))
  const shown = new Set([...source.testCode].filter((path) => !unknown.includes(path)))
  // A set hands out what is added while it is walked, so imports of imports count too.
  for (const path of shown) for (const imported of importsOf(source, path)) shown.add(imported)
  return unknown.filter((path) => !shown.has(path)).toSorted()
}

/** Test code that a test file imports; pytest puts the folder of a test file on sys.path. */
function importsOf({ index, testCode, importRoots }: Source, path: string): string[] {
  const roots = [...importRoots, '', posix.dirname(path)]
  const has = (candidate: string) => testCode.has(candidate)
  return (index.modules.get(path)?.imports ?? []).flatMap((binding) =>
    [resolveImport(path, binding, roots, has), resolveSubmodule(path, binding, roots, has)].filter(
      (found) => found !== null,
    ),
  )
}

/** pytest's default `python_files`. */
function isNamedLikeATest(path: string): boolean {
  return /^(test_.*|.*_test)\.py$/.test(posix.basename(path))
}
