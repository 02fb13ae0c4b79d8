import type { TreeEntry } from '../contracts/tree-store.ts'

/**
 * The entries of `lower` with those of `upper` laid over. A file of upper also replaces a directory of lower at its path,
 * and a directory of upper a file of lower.
 */
export function mergeEntries(lower: readonly TreeEntry[], upper: readonly TreeEntry[]): readonly TreeEntry[] {
  const files = new Set(upper.map((entry) => entry.path))
  const directories = new Set(upper.flatMap((entry) => parents(entry.path)))
  const kept = lower.filter(
    ({ path }) =>
      !files.has(path) && !directories.has(path) && !parents(path).some((parent) => files.has(parent)),
  )
  return [...kept, ...upper]
}

function parents(path: string): string[] {
  const found: string[] = []
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    found.push(path.slice(0, end))
  return found
}
