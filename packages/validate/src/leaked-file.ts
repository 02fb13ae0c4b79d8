import type { RemovedLines } from './removed-lines.ts'

/** A file that holds most of what was removed is a copy of the answer; a shared line here and there is not. */
const leakedShare = 0.6
const fewestLeakedLines = 10

/** A copy of what was removed. */
export interface LeakedFile {
  /** The copy, as the scan names it. */
  readonly path: string
  /** The file that was carved; null: the cut as a whole. */
  readonly of: string | null
  readonly lines: readonly string[]
  /** Distinctive lines that were removed from it in all. */
  readonly removed: number
}

/**
 * The first copy, by path. In the environment and the site a copy of one carved file is a leak even where the cut goes
 * through many: nothing of the repository has a place there. The repository itself is full of siblings (a directed graph
 * beside a graph), so there a file must hold most of the whole cut.
 */
export function leakedFile(
  removed: readonly RemovedLines[],
  copies: readonly { readonly path: string; readonly line: string }[],
): LeakedFile | null {
  const wholeCut = [{ path: null, lines: [...new Set(removed.flatMap((file) => file.lines))] }]
  for (const [path, ofPath] of Map.groupBy(copies, (copy) => copy.path)) {
    const held = new Set(ofPath.map((copy) => copy.line))
    for (const { path: of, lines } of path.startsWith('testbed:') ? wholeCut : removed) {
      const shared = lines.filter((line) => held.has(line))
      if (shared.length >= fewestLeakedLines && shared.length >= leakedShare * lines.length)
        return { path, of, lines: shared, removed: lines.length }
    }
  }
  return null
}
