import type { Definition } from '@quarry/syntax'
import { heldReferences, isLeftover, type Piece } from './held.ts'
import { leftoverAt } from './leftovers.ts'
import type { ObservedCalls } from './observed-calls.ts'
import { ownReasonToStay } from './reason-to-stay.ts'
import type { Reference } from './references.ts'
import type { RemainingText } from './remaining-text.ts'
import type { Source } from './source.ts'
import { enclosingDefinitions, namesakes } from './source-index.ts'

export interface DependentsQuestion {
  readonly source: Source
  readonly observed: ObservedCalls
  /** What is left when nothing but the extracted objects and their companions goes. */
  readonly text: RemainingText
  /** Whether an object is taken out already, wholly or hollowed. */
  readonly isTarget: (definition: Definition) => boolean
  /** Whether a definition may go: no test file that is shown needs it. */
  readonly mayGo: (definition: Definition) => boolean
}

/**
 * What only works with an object that would have to be hollowed for its sake: functions and classes that no test file
 * which is shown runs, constants made by it, entries of tables. With all of it gone, nothing that stays refers to the
 * object. Null where something that refers to it has to stay.
 */
function dependentsOf(question: DependentsQuestion, object: Definition): readonly Piece[] | null {
  const { source, observed, text, isTarget } = question
  const pieces = new Map<string, Piece>(
    [object, ...namesakes(source.index, object)].map((one) => [one.id, one]),
  )
  const found: Piece[] = []
  // A map hands out what is added while it is walked.
  for (const piece of pieces.values()) {
    if (!isLeftover(piece) && isTarget(piece) && ownReasonToStay(source, text, piece) !== null) return null
    for (const place of heldReferences(source, observed, text, piece)) {
      if (isInside(question, place, pieces)) continue
      const dependent = pieceAt(question, place)
      if (dependent === null) return null
      pieces.set(dependent.id, dependent)
      if (isLeftover(dependent) || !isTarget(dependent)) found.push(dependent)
    }
  }
  return found
}

/** What only works with an object, by that object. */
export type Dependents = ReadonlyMap<Definition, readonly Piece[]>

/** Share of the feature's lines that may go beside it. */
const share = 0.25

/**
 * The dependents of as many objects as possible, those first that cost least for their size. What is no part of the
 * feature itself stays a small part of the cut.
 *
 * @param hollow the objects that would be hollowed
 * @param lines of all that is taken out without
 */
export function affordableDependents(
  question: DependentsQuestion,
  hollow: readonly Definition[],
  lines: number,
): Dependents {
  const priced = hollow
    .flatMap((object) => {
      const pieces = dependentsOf(question, object)
      return pieces === null ? [] : [{ object, pieces, price: sum(pieces) / linesOf(object) }]
    })
    .toSorted((a, b) => a.price - b.price || (a.object.id < b.object.id ? -1 : 1))
  const taken = new Set<string>()
  const chosen = new Map<Definition, readonly Piece[]>()
  let spent = 0
  for (const { object, pieces } of priced) {
    const more = sum(pieces.filter(({ id }) => !taken.has(id)))
    if (spent + more > share * lines) continue
    spent += more
    for (const { id } of pieces) taken.add(id)
    chosen.set(object, pieces)
  }
  return chosen
}

function sum(pieces: readonly Piece[]): number {
  return pieces.reduce((lines, piece) => lines + linesOf(piece), 0)
}

function isInside(
  { source: { index } }: DependentsQuestion,
  { path, start, within }: Reference,
  pieces: ReadonlyMap<string, Piece>,
): boolean {
  const holder = within === null ? undefined : index.definitions.get(within)
  if (holder !== undefined)
    return [holder, ...enclosingDefinitions(index, holder)].some(({ id }) => pieces.has(id))
  return [...pieces.values()].some(
    (piece) =>
      isLeftover(piece) && piece.path === path && piece.span.start <= start && start < piece.span.end,
  )
}

/** The smallest piece around a place that can go: a method only where its class does without it. */
function pieceAt(question: DependentsQuestion, { path, start, within }: Reference): Piece | null {
  const { source, text, isTarget, mayGo } = question
  if (source.testCode.has(path)) return null
  if (within === null) return leftoverAt(source.index, path, start)
  const holder = source.index.definitions.get(within)
  if (holder === undefined) return null
  const around = [holder, ...enclosingDefinitions(source.index, holder)]
  return (
    around.find((one) => (isTarget(one) || mayGo(one)) && ownReasonToStay(source, text, one) === null) ?? null
  )
}

function linesOf(piece: Piece): number {
  return isLeftover(piece) ? piece.lines : piece.endLine - piece.line + 1
}
