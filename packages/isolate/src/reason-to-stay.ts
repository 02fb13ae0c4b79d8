import type { Definition } from '@quarry/syntax'
import { recordingDecorator } from './decorators.ts'
import { fixedReason } from './fixed-reasons.ts'
import type { RemainingText } from './remaining-text.ts'
import type { Source } from './source.ts'
import { namesakes, type SourceIndex } from './source-index.ts'

/** Why an object cannot be deleted as things are, in plain words; null when it can. */
export function reasonToStay(
  source: Source,
  text: RemainingText,
  hollow: ReadonlyMap<string, string>,
  definition: Definition,
): string | null {
  return (
    reasonOfOwner(definition, hollow) ??
    reasonOfDecorator(source.index, text, definition) ??
    fixedReason(source, definition) ??
    reasonOfOverride(source, text, definition) ??
    reasonOfNamesake(source.index, text, definition) ??
    reasonOfSubclass(source, text, definition) ??
    source.references(definition).find((reference) => text.holds(reference))?.says ??
    null
  )
}

const ownerIsHollow = 'its class is hollowed'

function reasonOfOwner(definition: Definition, hollow: ReadonlyMap<string, string>): string | null {
  const reason = definition.parent === null ? undefined : hollow.get(definition.parent)
  if (reason === undefined) return null
  return reason.startsWith(ownerIsHollow) ? reason : `${ownerIsHollow}: ${reason}`
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
  if (definition.kind !== 'class' || hierarchy.lineageOf(definition.id).ancestors.length === 0) return null
  const use = (index.usesByName.get('__subclasses__') ?? []).find((one) => text.holds(one))
  return use === undefined ? null : `subclasses are listed by ${use.path}:${use.line}`
}

function reasonOfDecorator(index: SourceIndex, text: RemainingText, definition: Definition): string | null {
  const decorator = recordingDecorator(index, definition, text.isDeleted)
  return decorator === null ? null : `decorated by @${decorator}, which may keep a record of it`
}
