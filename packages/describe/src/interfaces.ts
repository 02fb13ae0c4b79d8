import type { ExtractedObject, InterfaceDescription } from '@quarry/core'
import { type Definition, interfaceText, type PythonModule } from '@quarry/syntax'
import { definitionOf, moduleOf, type Modules, namesakesOf, ownersOf } from './definitions.ts'
import { objectsNamedBy } from './named-objects.ts'

/**
 * How everything that has to be written looks from outside: the extracted top-level objects, every extracted object
 * that the hidden tests name, and what goes with these: overloads and accessors of the same name, classes that are gone
 * around them, and what such a class offers to others. In the order of the source.
 *
 * @param removed see `removedObjects`
 * @param modules the original's modules by path
 * @param hiddenTests the parsed F2P files
 */
export function describeInterfaces(
  removed: readonly ExtractedObject[],
  topLevelIds: readonly string[],
  modules: Modules,
  hiddenTests: readonly PythonModule[],
): InterfaceDescription[] {
  const topLevel = new Set(topLevelIds)
  const named = new Set(objectsNamedBy(hiddenTests, removed, [...modules.values()]))
  const modes = new Map(removed.map((object) => [object.id, object.mode]))
  const asked = [...modes.keys()]
    .filter((id) => topLevel.has(id) || named.has(id))
    .map((id) => definitionOf(id, modules))
  const along = asked.flatMap((definition) => {
    const module = moduleOf(definition.path, modules)
    return [
      ...namesakesOf(definition, module).filter(({ id }) => modes.has(id)),
      ...ownersOf(definition, module).filter(({ id }) => modes.get(id) === 'delete'),
      ...(modes.get(definition.id) === 'delete' ? offeredMembers(definition, module) : []),
    ]
  })
  const because = ({ id }: Definition) =>
    topLevel.has(id) ? 'top-level' : named.has(id) ? 'named-by-hidden-tests' : 'belongs-to-described'
  return [...new Map([...asked, ...along].map((definition) => [definition.id, definition])).values()]
    .toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1))
    .map((definition) => ({
      object: definition.id,
      path: definition.path,
      qualname: definition.qualname,
      text: interfaceText(definition, moduleOf(definition.path, modules)),
      because: because(definition),
    }))
}

/** Members that others may use: all but those with a private name. */
function offeredMembers(owner: Definition, module: PythonModule): Definition[] {
  return module.definitions.filter(
    ({ parent, name }) => parent === owner.id && (!name.startsWith('_') || /^__.+__$/.test(name)),
  )
}
