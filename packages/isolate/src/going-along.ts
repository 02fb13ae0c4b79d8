import type { Definition } from '@quarry/syntax'
import { type Companion, companionsOf } from './companions.ts'
import type { Modes } from './decide-modes.ts'
import { affordableDependents, type Dependents } from './dependents.ts'
import { isLeftover } from './held.ts'
import type { LostLeftover } from './leftovers.ts'
import type { ObservedCalls } from './observed-calls.ts'
import { orphansOf } from './orphans.ts'
import type { Permission } from './permission.ts'
import { isPublic } from './public-names.ts'
import type { Source } from './source.ts'

/** What may go beside the extracted objects. */
export interface GoingAlong {
  readonly companions: readonly Companion[]
  readonly leftovers: readonly LostLeftover[]
}

/** What belongs to the extracted objects, or what only they use. */
export function companyOf(source: Source, extracted: readonly Definition[], may: Permission): GoingAlong {
  const companions = companionsOf(source.index, extracted, may.unlessKept)
  const taken = [...extracted, ...companions.map(({ definition }) => definition)]
  return { companions: [...companions, ...privateOrphans(source, taken, may)], leftovers: [] }
}

function privateOrphans(source: Source, taken: readonly Definition[], may: Permission): Companion[] {
  const { index, hierarchy } = source
  return orphansOf(
    index,
    hierarchy,
    taken,
    (definition) => may.unlessShown(definition) && !isPublic(index, definition),
  )
}

/** Decides once more with what only works with the objects that would be hollowed, as long as they are deleted for it. */
export function withDependents(
  source: Source,
  observed: ObservedCalls,
  extracted: readonly Definition[],
  may: Permission,
  company: GoingAlong,
  decide: (along: GoingAlong) => Modes,
): { along: GoingAlong; modes: Modes } {
  const alone = decide(company)
  const targets = new Set(
    [...extracted, ...company.companions.map(({ definition }) => definition)].map(({ id }) => id),
  )
  const isTarget = ({ id }: Definition) => targets.has(id)
  const hollow = extracted.filter(({ id }) => alone.decisions.get(id)?.mode === 'hollow')
  const question = { source, observed, text: alone.text, isTarget, mayGo: may.unlessShown }
  let dependents = affordableDependents(question, hollow, linesOf(extracted))
  while (dependents.size > 0) {
    const along = joined(source, extracted, company, dependents, may)
    const modes = decide(along)
    const useful = new Map([...dependents].filter(([{ id }]) => modes.deleted.has(id)))
    if (useful.size === dependents.size) return { along, modes }
    dependents = useful
  }
  return { along: company, modes: alone }
}

function joined(
  source: Source,
  extracted: readonly Definition[],
  company: GoingAlong,
  dependents: Dependents,
  may: Permission,
): GoingAlong {
  const pieces = [...dependents].flatMap(([of, some]) => some.map((piece) => ({ piece, of })))
  const unique = [...new Map(pieces.map((one) => [one.piece.id, one])).values()]
  const added = unique.flatMap(({ piece, of }) =>
    isLeftover(piece) ? [] : [{ definition: piece, of, because: 'it only works with what is gone' }],
  )
  const orphans = privateOrphans(
    source,
    added.map(({ definition }) => definition),
    may,
  )
  const own = new Set(extracted.map(({ id }) => id))
  const all = [...company.companions, ...orphans, ...added].filter(
    ({ definition }) => !own.has(definition.id),
  )
  return {
    companions: [...new Map(all.map((one) => [one.definition.id, one])).values()],
    leftovers: unique.flatMap(({ piece, of }) => (isLeftover(piece) ? [{ ...piece, of: of.id }] : [])),
  }
}

/** Those of definitions in others once. */
function linesOf(definitions: readonly Definition[]): number {
  const all = new Set(definitions.map(({ id }) => id))
  return definitions
    .filter(({ parent }) => parent === null || !all.has(parent))
    .reduce((lines, { line, endLine }) => lines + endLine - line + 1, 0)
}
