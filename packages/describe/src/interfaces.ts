import type { FeatureCut, InterfaceDescription } from '@quarry/core'
import { type Definition, interfaceText, type PythonModule } from '@quarry/syntax'
import { definitionOf, moduleOf, type Modules, namesakesOf, ownersOf } from './definitions.ts'
import { objectsNamedBy } from './named-objects.ts'

/**
 * How everything that has to be written looks from outside: the extracted top-level objects, every extracted object
 * that the hidden tests name, and what goes with these: overloads and accessors of the same name, and classes that are
 * gone around them. In the order of the source.
 *
 * @param modules the original's modules by path
 * @param hiddenTests the parsed F2P files
 */
export function describeInterfaces(
  cut: FeatureCut,
  modules: Modules,
  hiddenTests: readonly PythonModule[],
): InterfaceDescription[] {
  const topLevel = new Set(cut.top_level)
  const named = new Set(objectsNamedBy(hiddenTests, cut.extracted, [...modules.values()]))
  const modes = new Map(cut.extracted.map((object) => [object.id, object.mode]))
  const asked = [...modes.keys()]
    .filter((id) => topLevel.has(id) || named.has(id))
    .map((id) => definitionOf(id, modules))
  const along = asked.flatMap((definition) => {
    const module = moduleOf(definition.path, modules)
    return [
      ...namesakesOf(definition, module).filter(({ id }) => modes.has(id)),
      ...ownersOf(definition, module).filter(({ id }) => modes.get(id) === 'delete'),
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
