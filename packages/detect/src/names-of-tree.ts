import { latestByStore, type TreeHash, type TreeStore } from '@quarry/core'
import { nameResolver, type NameResolver, parseTree, type PythonModule } from '@quarry/syntax'

/** The modules of a tree, and what the names in them lead to. */
export interface TreeNames {
  readonly modules: ReadonlyMap<string, PythonModule>
  readonly resolve: NameResolver
}

/** Parses every Python file of a tree; those that cannot be parsed name nothing. */
export const namesOfTree = latestByStore(readNames)

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
