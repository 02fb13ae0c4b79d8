import { BugError } from '@quarry/core'
import type { Definition, PythonModule } from '@quarry/syntax'

export type Modules = ReadonlyMap<string, PythonModule>

/** @throws BugError when the object's module was not parsed, or has no such definition. */
export function definitionOf(id: string, modules: Modules): Definition {
  const module = moduleOf(id.slice(0, id.indexOf('::')), modules)
  const definition = module.definitions.find((candidate) => candidate.id === id)
  if (definition !== undefined) return definition
  throw new BugError(`${id} was extracted, but its module has no such definition`, { code: 'no-such-object' })
}

export function moduleOf(path: string, modules: Modules): PythonModule {
  const module = modules.get(path)
  if (module !== undefined) return module
  throw new BugError(`${path} has extracted objects, but was not parsed`, { code: 'no-such-module' })
}

/** The classes around a definition, innermost first. */
export function ownersOf(definition: Definition, module: PythonModule): Definition[] {
  const owner = module.definitions.find((candidate) => candidate.id === definition.parent)
  return owner === undefined ? [] : [owner, ...ownersOf(owner, module)]
}

/** Definitions of the same name in the same place: overloads, accessors of a property, branches of a condition. */
export function namesakesOf(definition: Definition, module: PythonModule): Definition[] {
  return module.definitions.filter((candidate) => candidate.qualname === definition.qualname)
}
