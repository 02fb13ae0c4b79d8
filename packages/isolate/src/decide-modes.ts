import type { CarveMode } from '@quarry/core'
import type { Definition } from '@quarry/syntax'
import type { Companion } from './companions.ts'
import type { ObservedCalls } from './observed-calls.ts'
import { heldReferences } from './held.ts'
import type { LostLeftover } from './leftovers.ts'
import { reasonToStay } from './reason-to-stay.ts'
import { type Going, type RemainingText, remainingText } from './remaining-text.ts'
import type { Source } from './source.ts'

export interface ModeQuestion extends Omit<Going, 'companions'> {
  readonly companions: readonly Companion[]
  readonly source: Source
  readonly observed: ObservedCalls
}

interface Decision {
  readonly mode: CarveMode
  readonly reason: string
}

export interface Modes {
  /** How each object goes, by id. Members of a deleted class, and companions that stay, have no entry. */
  readonly decisions: ReadonlyMap<string, Decision>
  /** Ids of the objects that go whole, members of deleted classes included. */
  readonly deleted: ReadonlySet<string>
  readonly leftovers: readonly LostLeftover[]
  /** What is left. */
  readonly text: RemainingText
}

/**
 * Decides delete or hollow for all at once: first everything is deleted, then whatever the rest of the text still
 * refers to is hollowed, whose decorators and signatures are text that stays, and so on until nothing changes.
 * Companions and leftovers that cannot go stay as they are.
 */
export function decideModes(question: ModeQuestion): Modes {
  const { source, observed } = question
  const going = { ...question, companions: question.companions.map(({ definition }) => definition) }
  const targets = [...going.extracted, ...going.companions].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const hollow = new Map<string, string>()
  let grew = true
  while (grew) {
    const before = hollow.size
    const text = remainingText(source.index, going, hollow)
    for (const definition of targets) {
      if (hollow.has(definition.id) || text.isSwallowed(definition)) continue
      const reason = reasonToStay(source, observed, text, definition)
      if (reason !== null) hollow.set(definition.id, reason)
    }
    for (const leftover of question.leftovers.filter(({ id }) => !hollow.has(id))) {
      const [place] = heldReferences(source, observed, text, leftover)
      if (place !== undefined) hollow.set(leftover.id, place.says)
    }
    grew = hollow.size > before
  }
  return modesOf(question, targets, hollow, remainingText(source.index, going, hollow))
}

function modesOf(
  question: ModeQuestion,
  targets: readonly Definition[],
  hollow: ReadonlyMap<string, string>,
  text: RemainingText,
): Modes {
  const reasons = new Map(question.companions.map(({ definition, because }) => [definition.id, because]))
  const decisions = new Map<string, Decision>()
  for (const definition of targets.filter((target) => !text.isSwallowed(target))) {
    const reason = hollow.get(definition.id)
    if (reason === undefined) {
      const because = reasons.get(definition.id) ?? 'nothing that stays refers to it'
      decisions.set(definition.id, { mode: 'delete', reason: because })
    } else if (!reasons.has(definition.id)) decisions.set(definition.id, { mode: 'hollow', reason })
  }
  const deleted = targets.filter((target) => text.isDeleted(target)).map((target) => target.id)
  const leftovers = question.leftovers.filter(({ id }) => !hollow.has(id))
  return { decisions, deleted: new Set(deleted), leftovers, text }
}
