import { type ImportBinding, type PythonModule, resolveImport, resolveSubmodule } from '@quarry/syntax'

/** Source modules and how they find each other. */
export interface Sources {
  readonly modules: ReadonlyMap<string, PythonModule>
  readonly importRoots: readonly string[]
  /** Whether the tree has a file, parsed or not. */
  readonly has: (path: string) => boolean
}

/** What refers to removed names and goes with them, in one module. */
export interface Dangling {
  readonly bindings: ReadonlySet<ImportBinding>
  /** Names that the module no longer has. */
  readonly names: ReadonlySet<string>
}

interface State {
  readonly sources: Sources
  /** Ids of the objects that are deleted. */
  readonly deleted: ReadonlySet<string>
  readonly names: Map<string, Set<string>>
  readonly bindings: Map<string, Set<ImportBinding>>
}

/**
 * Follows removed module-level names through imports: a module that imports one, under whatever name, loses that name
 * itself, and so on until nothing changes. A name that a module still binds in another way is not lost.
 */
export function findDangling(sources: Sources, deleted: ReadonlySet<string>): ReadonlyMap<string, Dangling> {
  const state: State = { sources, deleted, names: new Map(), bindings: new Map() }
  loseDefinitions(state)
  const links = linksOf(sources)
  for (let changed = true; changed;) {
    changed = links.map((link) => follow(link, state)).some(Boolean)
  }
  const paths = new Set([...state.names.keys(), ...state.bindings.keys()])
  return new Map(
    [...paths].map((path) => [
      path,
      { bindings: state.bindings.get(path) ?? new Set(), names: state.names.get(path) ?? new Set() },
    ]),
  )
}

function loseDefinitions(state: State): void {
  for (const module of state.sources.modules.values()) {
    for (const definition of module.definitions) {
      if (definition.parent === null && state.deleted.has(definition.id))
        lose(module.path, definition.name, state)
    }
  }
}

/** A `from` import whose module is in the tree. */
interface Link {
  readonly path: string
  readonly binding: ImportBinding
  readonly target: string
  readonly submodule: string | null
}

function linksOf({ modules, importRoots, has }: Sources): readonly Link[] {
  return [...modules.values()].flatMap(({ path, imports }) =>
    imports.flatMap((binding) => {
      const target = binding.name === null ? null : resolveImport(path, binding, importRoots, has)
      if (target === null) return []
      return [{ path, binding, target, submodule: resolveSubmodule(path, binding, importRoots, has) }]
    }),
  )
}

/** Takes over what the imported module lost; true when this module loses something new. */
function follow({ path, binding, target, submodule }: Link, state: State): boolean {
  const lost = state.names.get(target)
  if (lost === undefined) return false
  if (binding.name === '*') {
    return binding.within === null && [...lost].map((name) => lose(path, name, state)).some(Boolean)
  }
  if (binding.name === null || !lost.has(binding.name) || submodule !== null) return false
  const bindings = entry(state.bindings, path, () => new Set<ImportBinding>())
  if (bindings.has(binding)) return false
  bindings.add(binding)
  if (binding.within === null) lose(path, binding.bound, state)
  return true
}

function lose(path: string, name: string, state: State): boolean {
  const names = entry(state.names, path, () => new Set<string>())
  if (names.has(name) || isBound(path, name, state, new Set())) return false
  names.add(name)
  return true
}

/** Whether something that stays binds the name in the module. */
function isBound(path: string, name: string, state: State, seen: Set<string>): boolean {
  const module = state.sources.modules.get(path)
  if (module === undefined || seen.has(path)) return false
  seen.add(path)
  const gone = state.bindings.get(path)
  return (
    module.assignments.some((assignment) => assignment.name === name) ||
    module.definitions.some(
      (definition) =>
        definition.parent === null && definition.name === name && !state.deleted.has(definition.id),
    ) ||
    module.imports.some(
      (binding) =>
        binding.within === null && gone?.has(binding) !== true && binds(path, binding, name, state, seen),
    )
  )
}

function binds(path: string, binding: ImportBinding, name: string, state: State, seen: Set<string>): boolean {
  if (binding.name !== '*') return binding.bound === name
  const { importRoots, has } = state.sources
  const target = resolveImport(path, binding, importRoots, has)
  return target !== null && isBound(target, name, state, seen)
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}
