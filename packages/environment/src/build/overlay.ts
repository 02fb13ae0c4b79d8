import type { TreeEntry } from '@quarry/core'

/** What the installation did to the tree. */
export interface TreeChanges {
  /** Files that tests need beside the tree. */
  readonly overlay: readonly TreeEntry[]
  /** Files of the tree that it wrote over; they are part of the overlay. */
  readonly changed: readonly string[]
  /** Python modules that a compiled file beside them hides. */
  readonly shadowed: readonly string[]
}

/** Folders and files that building leaves behind and running does not need. */
const leftover =
  /(^|\/)(build|dist|__pycache__|\.eggs|\.git|\.cache|CMakeFiles|[^/]+\.(egg-info|dist-info))\/|\.(pyc|pyo|o|obj|a|lo|c|cc|cpp|cxx|h|hpp|log|egg|whl|d)$/

/** Whether a file may be part of the overlay, by its path. */
export function isGenerated(path: string): boolean {
  return !leftover.test(path)
}

/** Compares the tree with the same directory after the installation. */
export function treeChanges(before: readonly TreeEntry[], after: readonly TreeEntry[]): TreeChanges {
  const known = new Map(before.map((entry) => [entry.path, entry]))
  const contents = new Set(before.map((entry) => entry.blob))
  const changed = after.filter((entry) => {
    const old = known.get(entry.path)
    return old !== undefined && old.blob !== entry.blob && isGenerated(entry.path)
  })
  const appeared = after.filter(
    ({ path, blob }) =>
      !known.has(path) && isGenerated(path) && !(path.endsWith('.py') && contents.has(blob)),
  )
  const modules = new Set(before.map((entry) => entry.path))
  return {
    overlay: [...changed, ...appeared].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    changed: changed.map((entry) => entry.path),
    shadowed: appeared.flatMap(({ path }) => shadowedModule(path, modules) ?? []),
  }
}

/** `pkg/x.cpython-311-x86_64-linux-gnu.so` hides `pkg/x.py`. */
function shadowedModule(path: string, modules: ReadonlySet<string>): string | null {
  const [, stem] = /^(.*?)(?:\.(?:cpython|abi3|pypy)[^/]*)?\.(?:so|pyd)$/.exec(path) ?? []
  if (stem === undefined) return null
  return [`${stem}.py`, `${stem}/__init__.py`].find((module) => modules.has(module)) ?? null
}
