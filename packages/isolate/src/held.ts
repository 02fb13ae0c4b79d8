import type { Definition } from '@quarry/syntax'
import { isMeant } from './doubt.ts'
import type { Leftover } from './leftovers.ts'
import type { ObservedCalls } from './observed-calls.ts'
import type { Reference } from './references.ts'
import type { RemainingText } from './remaining-text.ts'
import type { Source } from './source.ts'
import { usesOfLeftover } from './variable-uses.ts'

/** Something that may be taken out of the text as a whole. */
export type Piece = Definition | Leftover

export function isLeftover(piece: Piece): piece is Leftover {
  return 'what' in piece
}

/** The places in what remains of the text that need a piece, in order. */
export function* heldReferences(
  source: Source,
  observed: ObservedCalls,
  text: RemainingText,
  piece: Piece,
): Generator<Reference> {
  if (isLeftover(piece)) {
    for (const place of usesOfLeftover(source.index, piece)) if (text.holds(place)) yield place
    return
  }
  for (const place of source.references(piece)) {
    if (!text.holds(place)) continue
    if (place.doubt === null || isMeant(place.doubt, place.within, piece, observed)) yield place
  }
}
