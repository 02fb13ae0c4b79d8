import type { Leftover } from '@quarry/core'
import { type ImportBinding, resolveImport } from '@quarry/syntax'
import { handlersOf } from './fallbacks.ts'
import { layoutOf } from './layout.ts'
import { type Link, linksOf } from './module-links.ts'
import type { Sources } from './sources.ts'

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
  /** Assignments that go, each the only one to its name. */
  readonly unassigned: readonly Leftover[]
  readonly names: Map<string, Set<string>>
  readonly bindings: Map<string, Set<ImportBinding>>
}

/**
 * Follows removed module-level names through imports: a module that imports one, under whatever name, loses that name
 * itself, and so on until nothing changes. A name that a module still binds in another way is not lost.
 */
export function findDangling(
  sources: Sources,
  deleted: ReadonlySet<string>,
  leftovers: readonly Leftover[] = [],
): ReadonlyMap<string, Dangling> {
  const unassigned = leftovers.filter(({ what }) => what === 'assignment')
  const state: State = { sources, deleted, unassigned, names: new Map(), bindings: new Map() }
  loseDefinitions(state)
  for (const { path, name } of unassigned) lose(path, name, state)
  const links = linksOf(sources).filter(({ path }) => sources.modules.has(path))
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

/** Takes over what the imported module lost; true when this module loses something new. */
function follow({ path, binding, target, submodule }: Link, state: State): boolean {
  const lost = target === null ? undefined : state.names.get(target)
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
    isAssigned(path, name, state) ||
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

/** What is only bound where an import that goes has failed is not there without it. */
function isAssigned(path: string, name: string, { sources, bindings, unassigned }: State): boolean {
  if (unassigned.some((leftover) => leftover.path === path && leftover.name === name)) return false
  const module = sources.modules.get(path)
  const assignments = module?.assignments.filter((assignment) => assignment.name === name) ?? []
  const gone = [...(bindings.get(path) ?? [])].filter(({ bound }) => bound === name)
  if (module === undefined || assignments.length === 0 || gone.length === 0) return assignments.length > 0
  const layout = layoutOf(module.source)
  const handlers = gone.flatMap((binding) => handlersOf(layout, binding))
  const inHandler = (line: number) =>
    handlers.some(({ start, end }) => layout.lines.lineAt(start) <= line && line <= layout.lines.lineAt(end))
  return !assignments.every(({ line }) => inHandler(line))
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
