import type { Definition } from '@quarry/syntax'
import { isAbstract } from './decorators.ts'
import { recordKept } from './keeps-records.ts'
import type { Source } from './source.ts'

/**
 * Why an object whose surroundings stay can only be hollowed, whatever else is taken out; null when nothing of the
 * kind holds it.
 */
export function fixedReason(source: Source, definition: Definition): string | null {
  if (definition.kind === 'class') return reasonOfClass(source, definition)
  if (/^__\w+__$/u.test(definition.name)) {
    return definition.parent === null
      ? 'special function of its module'
      : 'special method of a class that stays'
  }
  if (definition.parent === null) return null
  if (isAbstract(definition)) return 'abstract method of a class that stays'
  return reasonOfBases(source, definition, definition.parent)
}

function reasonOfBases({ hierarchy }: Source, { name }: Definition, owner: string): string | null {
  const { outside } = hierarchy.lineageOf(owner)
  const overridden = outside.find(({ members }) => members?.has(name) === true)
  if (overridden !== undefined) return `overrides ${name} of ${overridden.text}`
  const unknown = outside.find(({ members }) => members === null)
  return unknown === undefined
    ? null
    : `its class derives from ${unknown.text}, which is not in the repository`
}

function reasonOfClass({ index, hierarchy }: Source, definition: Definition): string | null {
  const { ancestors, hooks } = hierarchy.lineageOf(definition.id)
  const [hook] = hooks
  if (hook !== undefined) return `its class head has ${hook}, which may list it`
  const recorder = ancestors.find((ancestor) =>
    (index.members.get(ancestor.id) ?? []).some(
      (member) =>
        member.name === '__init_subclass__' &&
        recordKept(index, { definition: member, sees: 'all-but-first' }) === 'listed',
    ),
  )
  return recorder === undefined
    ? null
    : `derives from ${recorder.qualname}, whose __init_subclass__ may list it`
}
