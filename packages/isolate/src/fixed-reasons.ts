import type { Definition } from '@quarry/syntax'
import type { ClassHierarchy } from './class-hierarchy.ts'
import { isAbstract, unknownDecorator } from './decorators.ts'
import type { SourceIndex } from './source-index.ts'

/**
 * Why an object whose surroundings stay can only be hollowed, whatever else is taken out; null when nothing of the
 * kind holds it.
 */
export function fixedReason(
  index: SourceIndex,
  hierarchy: ClassHierarchy,
  definition: Definition,
): string | null {
  const decorator = unknownDecorator(definition)
  if (decorator !== null) return `decorated by @${decorator}, which may keep a record of it`
  if (definition.kind === 'class') return reasonOfClass(index, hierarchy, definition)
  if (/^__\w+__$/u.test(definition.name)) {
    return definition.parent === null
      ? 'special function of its module'
      : 'special method of a class that stays'
  }
  if (definition.parent === null) return null
  if (isAbstract(definition)) return 'abstract method of a class that stays'
  const [outside] = hierarchy.lineageOf(definition.parent).outside
  return outside === undefined ? null : `its class derives from ${outside}, which is not in the repository`
}

function reasonOfClass(index: SourceIndex, hierarchy: ClassHierarchy, definition: Definition): string | null {
  const { ancestors, hooks } = hierarchy.lineageOf(definition.id)
  const [hook] = hooks
  if (hook !== undefined) return `its class head has ${hook}, which may keep a record of it`
  const recorder = ancestors.find((ancestor) =>
    (index.members.get(ancestor.id) ?? []).some((member) => member.name === '__init_subclass__'),
  )
  return recorder === undefined
    ? null
    : `derives from ${recorder.qualname}, whose __init_subclass__ may keep a record of it`
}
