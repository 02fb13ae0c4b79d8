import { BugError, type FeatureCut, type InterfaceDescription } from '@quarry/core'
import { type Definition, interfaceText, type PythonModule } from '@quarry/syntax'
import { objectsNamedBy } from './named-objects.ts'

/**
 * How everything that has to be written looks from outside: the extracted top-level objects, and every extracted
 * object that the hidden tests name. In the order of the source.
 *
 * @param modules the original's modules by path, at least those with extracted objects
 * @param hiddenTests the parsed F2P files
 */
export function describeInterfaces(
  cut: FeatureCut,
  modules: ReadonlyMap<string, PythonModule>,
  hiddenTests: readonly PythonModule[],
): InterfaceDescription[] {
  const topLevel = new Set(cut.top_level)
  const named = new Set(objectsNamedBy(hiddenTests, cut.extracted))
  const shown = cut.extracted.map((object) => object.id).filter((id) => topLevel.has(id) || named.has(id))
  return shown
    .map((id) => definitionOf(id, modules))
    .toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1))
    .map((definition) => ({
      object: definition.id,
      path: definition.path,
      qualname: definition.qualname,
      text: interfaceText(definition, moduleOf(definition.path, modules)),
      because: topLevel.has(definition.id) ? ('top-level' as const) : ('named-by-hidden-tests' as const),
    }))
}

function definitionOf(id: string, modules: ReadonlyMap<string, PythonModule>): Definition {
  const module = moduleOf(id.slice(0, id.indexOf('::')), modules)
  const definition = module.definitions.find((candidate) => candidate.id === id)
  if (definition !== undefined) return definition
  throw new BugError(`${id} was extracted, but its module has no such definition`, { code: 'no-such-object' })
}

function moduleOf(path: string, modules: ReadonlyMap<string, PythonModule>): PythonModule {
  const module = modules.get(path)
  if (module !== undefined) return module
  throw new BugError(`${path} has extracted objects, but was not parsed`, { code: 'no-such-module' })
}
