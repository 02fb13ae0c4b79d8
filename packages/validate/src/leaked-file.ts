import type { RemovedLines } from './removed-lines.ts'

/** A file that holds most of what was removed from another one is a copy of the answer; a shared line here and there is not. */
const leakedShare = 0.6
const fewestLeakedLines = 10

/** A copy of what was removed from one file. */
export interface LeakedFile {
  /** The copy, as the scan names it. */
  readonly path: string
  /** The file that was carved. */
  readonly of: string
  readonly lines: readonly string[]
  /** Distinctive lines that were removed from it in all. */
  readonly removed: number
}

/**
 * The first copy, by path. Shares are of one carved file, because a copy of one module is a leak even where the cut
 * goes through many.
 */
export function leakedFile(
  removed: readonly RemovedLines[],
  copies: readonly { readonly path: string; readonly line: string }[],
): LeakedFile | null {
  for (const [path, ofPath] of Map.groupBy(copies, (copy) => copy.path)) {
    const held = new Set(ofPath.map((copy) => copy.line))
    for (const { path: of, lines } of removed) {
      const shared = lines.filter((line) => held.has(line))
      if (shared.length >= fewestLeakedLines && shared.length >= leakedShare * lines.length)
        return { path, of, lines: shared, removed: lines.length }
    }
  }
  return null
}
