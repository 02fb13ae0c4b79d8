import type { Definition } from '@quarry/syntax'
import { recordingDecorators } from './decorators.ts'
import { fixedReason } from './fixed-reasons.ts'
import { heldReferences } from './held.ts'
import { isVariable } from './names.ts'
import type { ObservedCalls } from './observed-calls.ts'
import type { RemainingText } from './remaining-text.ts'
import type { Source } from './source.ts'
import { usesOfKey } from './variable-uses.ts'
import { classAround, type LocatedUse, namesakes, type SourceIndex } from './source-index.ts'

/** Why an object cannot be deleted as things are, in plain words; null when it can. */
export function reasonToStay(
  source: Source,
  observed: ObservedCalls,
  text: RemainingText,
  definition: Definition,
): string | null {
  const own = ownReasonToStay(source, text, definition)
  if (own !== null) return own
  const namesake = reasonOfNamesake(source.index, text, definition)
  if (namesake !== null) return namesake
  const [place] = heldReferences(source, observed, text, definition)
  return place?.says ?? null
}

/** The same as far as it is not that something refers to it. */
export function ownReasonToStay(source: Source, text: RemainingText, definition: Definition): string | null {
  return (
    reasonOfDecorator(source.index, text, definition) ??
    fixedReason(source, definition) ??
    reasonOfOverride(source, text, definition) ??
    reasonOfSubclass(source, text, definition)
  )
}

function reasonOfOverride(source: Source, text: RemainingText, definition: Definition): string | null {
  if (definition.parent === null || definition.kind === 'class') return null
  const { index, hierarchy } = source
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
function reasonOfSubclass(source: Source, text: RemainingText, definition: Definition): string | null {
  const { index, hierarchy } = source
  if (definition.kind !== 'class') return null
  const { ancestors } = hierarchy.lineageOf(definition.id)
  const lists = (use: LocatedUse) => {
    const listed = ancestors.length === 0 ? [] : classesListed(index, use)
    return listed.some((id) => ancestors.some((ancestor) => ancestor.id === id))
  }
  const use = (index.usesByName.get('__subclasses__') ?? []).find(
    (one) => text.holds({ ...one, start: one.span.start }) && lists(one),
  )
  return use === undefined ? null : `subclasses are listed by ${use.path}:${use.line}`
}

/** The class whose subclasses are asked for, where it is named; what a function is given may be any. */
function classesListed(index: SourceIndex, use: LocatedUse): string[] {
  if (use.qualifier === 'self' || use.qualifier === 'cls') return [classAround(index, use) ?? '']
  if (use.qualifier === null || isVariable(index, use, use.qualifier.split('.', 1)[0] ?? '')) return []
  return index
    .resolve(use.path, use.qualifier, use.within)
    .flatMap((referent) => (referent.kind === 'definition' ? [referent.definition.id] : []))
}

function reasonOfDecorator(index: SourceIndex, text: RemainingText, definition: Definition): string | null {
  const recorders = recordingDecorators(index, definition, text.isDeleted)
  const lister = recorders.find(({ record }) => record === 'listed')
  if (lister !== undefined) return `decorated by @${lister.name}, which may list it`
  return recorders.length === 0 ? null : reasonOfKey(index, text, definition)
}

/** What is recorded by a key goes like an entry of a table, unless somebody else says the key. */
function reasonOfKey(index: SourceIndex, text: RemainingText, definition: Definition): string | null {
  const keys = (index.usesWithin.get(definition.id) ?? [])
    .filter((use) => use.kind === 'string' && use.part === 'decorator' && isKeyGiven(index, use))
    .map(({ qualifier }) => qualifier ?? '')
  const says = keys
    .flatMap((key) => usesOfKey(index, key))
    .find((place) => place.within !== definition.id && text.holds(place))
  return says === undefined ? null : `recorded by a key that is ${says.says}`
}

/** Given by position, or as what names are called. */
function isKeyGiven(index: SourceIndex, { path, span }: LocatedUse): boolean {
  const text = index.modules.get(path)?.source.text ?? ''
  const before = text.slice(Math.max(0, span.start - 40), span.start)
  return /(?:[(,]|\b(?:name|key|id)\s*=)\s*$/u.test(before)
}
