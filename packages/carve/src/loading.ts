import type { ImportBinding } from '@quarry/syntax'
import { linksOf } from './module-links.ts'
import type { Sources } from './sources.ts'

interface Loads {
  /** How often a module of the tree is imported at module level of source, by path. */
  readonly inTree: ReadonlyMap<string, number>
  /** How many imports name a module, by its dotted name. */
  readonly byName: ReadonlyMap<string, number>
  readonly pathOf: ReadonlyMap<ImportBinding, string>
}

const known = new WeakMap<Sources, Loads>()

/**
 * Whether the module is loaded all the same when this import goes. Loading a module of the tree, or a submodule such as
 * `os.path` that others may only use, is an effect of its own; of anything else, another import has the same one.
 */
export function loadedAllTheSame(sources: Sources, binding: ImportBinding): boolean {
  const loads = loadsOf(sources)
  const path = loads.pathOf.get(binding)
  if (path !== undefined) return (loads.inTree.get(path) ?? 0) > 1
  if (binding.name !== null || binding.alias !== null || !binding.module.includes('.')) return true
  return (loads.byName.get(binding.module) ?? 0) > 1
}

/** Whether the import is of something in the tree. */
export function isOfTree(sources: Sources, binding: ImportBinding): boolean {
  return loadsOf(sources).pathOf.has(binding)
}

function loadsOf(sources: Sources): Loads {
  const loads = known.get(sources) ?? countLoads(sources)
  known.set(sources, loads)
  return loads
}

function countLoads(sources: Sources): Loads {
  const inTree = new Map<string, number>()
  const pathOf = new Map<ImportBinding, string>()
  for (const { binding, path, submodule, target } of linksOf(sources)) {
    const module = submodule ?? target
    if (module === null) continue
    pathOf.set(binding, module)
    if (binding.within === null && sources.modules.has(path)) add(inTree, module)
  }
  const byName = new Map<string, number>()
  for (const { imports } of sources.modules.values()) {
    for (const { module, name } of imports) for (const one of [module, `${module}.${name}`]) add(byName, one)
  }
  return { inTree, byName, pathOf }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
