import type { TreeHash, TreeStore } from '@quarry/core'
import { nameResolver, type NameResolver, parseTree, type PythonModule } from '@quarry/syntax'

/** The modules of a tree, and what the names in them lead to. */
export interface TreeNames {
  readonly modules: ReadonlyMap<string, PythonModule>
  readonly resolve: NameResolver
}

interface Remembered {
  readonly key: string
  readonly names: Promise<TreeNames>
}

/** The tree read last, by store: the candidates of one snapshot come one after the other and all ask for the same. */
const last = new WeakMap<TreeStore, Remembered>()

/** Parses every Python file of a tree; those that cannot be parsed name nothing. */
export function namesOfTree(
  trees: TreeStore,
  tree: TreeHash,
  importRoots: readonly string[],
): Promise<TreeNames> {
  const key = JSON.stringify([tree, importRoots])
  const before = last.get(trees)
  if (before?.key === key) return before.names
  const names = readNames(trees, tree, importRoots)
  last.set(trees, { key, names })
  names.catch(() => last.delete(trees))
  return names
}

async function readNames(
  trees: TreeStore,
  tree: TreeHash,
  importRoots: readonly string[],
): Promise<TreeNames> {
  const modules = new Map<string, PythonModule>()
  for (const [path, result] of await parseTree(trees, tree, () => true)) {
    if (result.kind === 'parsed') modules.set(path, result.module)
  }
  return { modules, resolve: nameResolver(modules, importRoots) }
}
