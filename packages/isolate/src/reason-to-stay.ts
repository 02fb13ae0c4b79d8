import type { Definition } from '@quarry/syntax'
import { recordingDecorator } from './decorators.ts'
import { isMeant } from './doubt.ts'
import { fixedReason } from './fixed-reasons.ts'
import { isVariable } from './names.ts'
import type { ObservedCalls } from './observed-calls.ts'
import type { RemainingText } from './remaining-text.ts'
import type { Source } from './source.ts'
import { classAround, type LocatedUse, namesakes, type SourceIndex } from './source-index.ts'

/** Why an object cannot be deleted as things are, in plain words; null when it can. */
export function reasonToStay(
  source: Source,
  observed: ObservedCalls,
  text: RemainingText,
  definition: Definition,
): string | null {
  return (
    reasonOfDecorator(source.index, text, definition) ??
    fixedReason(source, definition) ??
    reasonOfOverride(source, text, definition) ??
    reasonOfNamesake(source.index, text, definition) ??
    reasonOfSubclass(source, text, definition) ??
    reasonOfReference(source, observed, text, definition)
  )
}

function reasonOfReference(
  source: Source,
  observed: ObservedCalls,
  text: RemainingText,
  definition: Definition,
): string | null {
  const reference = source
    .references(definition)
    .find(
      (place) =>
        text.holds(place) &&
        (place.doubt === null || isMeant(place.doubt, place.within, definition, observed)),
    )
  return reference?.says ?? null
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
  const use = (index.usesByName.get('__subclasses__') ?? []).find((one) => text.holds(one) && lists(one))
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
  const decorator = recordingDecorator(index, definition, text.isDeleted)
  return decorator === null ? null : `decorated by @${decorator}, which may keep a record of it`
}
