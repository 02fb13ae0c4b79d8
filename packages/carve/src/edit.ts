import type { CarvedTree } from '@quarry/core'

/** What a replaced piece of text was. */
export type EditKind = CarvedTree['files'][number]['spans'][number]['what']

/** One piece of a file's text that is replaced; offsets in UTF-16 code units, `end` exclusive. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly replacement: string
  readonly what: EditKind
  /** The object that the piece belonged to, or null. */
  readonly object: string | null
}

/** In order; where two start together the longer one first. */
export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return edits.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

/** The text with all edits made. They are in order and do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.replacement)
    at = edit.end
  }
  return parts.join('') + text.slice(at)
}
