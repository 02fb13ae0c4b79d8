import { type PythonModule, resolveImport, resolveSubmodule } from '@quarry/syntax'

/** The ids of the objects that each object, or module by its path, may call. */
export type GuessedCalls = ReadonlyMap<string, ReadonlySet<string>>

/** A method's name that more classes have says nothing. */
const mostOwners = 3

/** By names alone: those of the module, imported ones, and methods that few classes have. */
export function guessCalls(
  modules: ReadonlyMap<string, PythonModule>,
  importRoots: readonly string[],
): GuessedCalls {
  const named = new Map([...modules].map(([path, module]) => [path, topLevelOf(module)]))
  const methods = Map.groupBy(
    [...modules.values()].flatMap(({ definitions }) => definitions.filter(({ kind }) => kind === 'method')),
    ({ name }) => name,
  )
  const find = (path: string, name: string, depth = 0): readonly string[] => {
    const own = named.get(path)?.get(name)
    if (own !== undefined) return own
    const binding = modules.get(path)?.imports.find(({ bound }) => bound === name)
    if (binding === undefined || binding.name === null || depth > 3) return []
    const has = (other: string) => modules.has(other)
    if (resolveSubmodule(path, binding, importRoots, has) !== null) return []
    const target = resolveImport(path, binding, importRoots, has)
    return target === null ? [] : find(target, binding.name, depth + 1)
  }
  const calls = new Map<string, Set<string>>()
  for (const { path, uses } of modules.values()) {
    for (const { kind, name, local, within } of uses) {
      const from = calls.get(within ?? path) ?? new Set()
      calls.set(within ?? path, from)
      if (kind === 'name' && !local) for (const id of find(path, name)) from.add(id)
      const owners = kind === 'attribute' ? (methods.get(name) ?? []) : []
      if (owners.length <= mostOwners) for (const { id } of owners) from.add(id)
    }
  }
  return calls
}

function topLevelOf({ definitions }: PythonModule): ReadonlyMap<string, readonly string[]> {
  const top = definitions.filter(({ parent }) => parent === null)
  const started = definitions.filter(({ name }) => name === '__init__' || name === '__new__')
  return new Map(
    [...Map.groupBy(top, ({ name }) => name)].map(([name, some]) => {
      const ids = new Set(some.map(({ id }) => id))
      return [name, [...ids, ...started.flatMap(({ id, parent }) => (ids.has(parent ?? '') ? [id] : []))]]
    }),
  )
}
