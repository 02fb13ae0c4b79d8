import type { CarveMode } from '@quarry/core'
import type { Definition, NameUse } from '@quarry/syntax'
import type { ClassHierarchy } from './class-hierarchy.ts'
import { fixedReason } from './fixed-reasons.ts'
import type { ReferenceFinder } from './references.ts'
import { enclosingDefinitions, namesakes, type SourceIndex } from './source-index.ts'

export interface ModeQuestion {
  readonly index: SourceIndex
  readonly hierarchy: ClassHierarchy
  readonly references: ReferenceFinder
  /** Functions, methods and whole classes to take out. */
  readonly extracted: readonly Definition[]
  /** Deleted with an extracted object, or not touched at all. */
  readonly companions: readonly Definition[]
  /** Test files that go when these objects do; asked again whenever an object turns out to stay. */
  readonly hiddenFiles: (deleted: ReadonlySet<string>) => ReadonlySet<string>
}

export interface Decision {
  readonly mode: CarveMode
  readonly reason: string
}

export interface Modes {
  /** How each object goes, by id. Members of a deleted class, and companions that stay, have no entry. */
  readonly decisions: ReadonlyMap<string, Decision>
  /** Ids of the objects that go whole, members of deleted classes included. */
  readonly deleted: ReadonlySet<string>
}

/**
 * Decides delete or hollow for all at once: first everything is deleted, then whatever the rest of the text still
 * refers to is hollowed, whose decorators and signatures are text that stays, and so on until nothing changes.
 */
export function decideModes(question: ModeQuestion): Modes {
  const targets = [...question.extracted, ...question.companions].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const hollow = new Map<string, string>()
  for (let before = -1; before < hollow.size;) {
    before = hollow.size
    const text = remainingText(question, hollow)
    for (const definition of targets) {
      if (hollow.has(definition.id) || text.isSwallowed(definition)) continue
      const reason = reasonToStay(question, text, hollow, definition)
      if (reason !== null) hollow.set(definition.id, reason)
    }
  }
  return modesOf(question, targets, hollow)
}

interface RemainingText {
  readonly isDeleted: (definition: Definition) => boolean
  /** It lies in a class that is deleted. */
  readonly isSwallowed: (definition: Definition) => boolean
  readonly holds: (place: { path: string; within: string | null; part: NameUse['part'] }) => boolean
}

/** What is left of the text when everything that is not in `hollow` is deleted. Follows `hollow` as it grows. */
function remainingText(question: ModeQuestion, hollow: ReadonlyMap<string, string>): RemainingText {
  const { index } = question
  const extracted = new Set(question.extracted.map((definition) => definition.id))
  const companions = new Set(question.companions.map((definition) => definition.id))
  const goes = (id: string) => (extracted.has(id) || companions.has(id)) && !hollow.has(id)
  const isSwallowed = (definition: Definition) =>
    enclosingDefinitions(index, definition).some((outer) => goes(outer.id))
  const isDeleted = (definition: Definition) => goes(definition.id) || isSwallowed(definition)
  const targets = [...question.extracted, ...question.companions]
  const hidden = question.hiddenFiles(new Set(targets.filter(isDeleted).map((definition) => definition.id)))
  return {
    isDeleted,
    isSwallowed,
    holds: ({ path, within, part }) => {
      if (hidden.has(path)) return false
      const holder = within === null ? undefined : index.definitions.get(within)
      if (holder === undefined) return true
      if (isDeleted(holder)) return false
      return part !== 'body' || holder.kind === 'class' || !extracted.has(holder.id)
    },
  }
}

function reasonToStay(
  question: ModeQuestion,
  text: RemainingText,
  hollow: ReadonlyMap<string, string>,
  definition: Definition,
): string | null {
  const { index, hierarchy } = question
  return (
    reasonOfOwner(definition, hollow) ??
    fixedReason(index, hierarchy, definition) ??
    reasonOfOverride(question, text, definition) ??
    reasonOfNamesake(index, text, definition) ??
    reasonOfSubclass(question, text, definition) ??
    question.references(definition).find((reference) => text.holds(reference))?.says ??
    null
  )
}

function reasonOfOwner(definition: Definition, hollow: ReadonlyMap<string, string>): string | null {
  const reason = definition.parent === null ? undefined : hollow.get(definition.parent)
  return reason === undefined ? null : `its class is hollowed: ${reason}`
}

function reasonOfOverride(
  question: ModeQuestion,
  text: RemainingText,
  definition: Definition,
): string | null {
  if (definition.parent === null || definition.kind === 'class') return null
  const { index, hierarchy } = question
  const overridden = hierarchy
    .lineageOf(definition.parent)
    .ancestors.flatMap((ancestor) => index.members.get(ancestor.id) ?? [])
    .find((member) => member.name === definition.name && !text.isDeleted(member))
  return overridden === undefined ? null : `overrides ${overridden.qualname}`
}

function reasonOfNamesake(index: SourceIndex, text: RemainingText, definition: Definition): string | null {
  const other = namesakes(index, definition).find((namesake) => !text.isDeleted(namesake))
  return other === undefined ? null : `another definition of the same name stays, at line ${other.line}`
}

/** Where subclasses are listed at run time, a class is known to its bases without being named. */
function reasonOfSubclass(
  question: ModeQuestion,
  text: RemainingText,
  definition: Definition,
): string | null {
  const { index, hierarchy } = question
  if (definition.kind !== 'class' || hierarchy.lineageOf(definition.id).ancestors.length === 0) return null
  const use = (index.usesByName.get('__subclasses__') ?? []).find((one) => text.holds(one))
  return use === undefined ? null : `subclasses are listed by ${use.path}:${use.line}`
}

function modesOf(
  question: ModeQuestion,
  targets: readonly Definition[],
  hollow: ReadonlyMap<string, string>,
): Modes {
  const text = remainingText(question, hollow)
  const companions = new Set(question.companions.map((definition) => definition.id))
  const decisions = new Map<string, Decision>()
  for (const definition of targets.filter((target) => !text.isSwallowed(target))) {
    const reason = hollow.get(definition.id)
    if (reason === undefined) {
      decisions.set(definition.id, { mode: 'delete', reason: 'nothing that stays refers to it' })
    } else if (!companions.has(definition.id)) decisions.set(definition.id, { mode: 'hollow', reason })
  }
  const deleted = targets.filter((target) => text.isDeleted(target)).map((target) => target.id)
  return { decisions, deleted: new Set(deleted) }
}
