import type { TreeHash, TreeStore } from '@quarry/core'
import { type ParseResult, parseTree, type PythonModule } from '@quarry/syntax'
import type { Modules } from './definitions.ts'

export type UnparsedFile = Extract<ParseResult, { kind: 'unparsed' }>

/** The selected Python files of a tree by path, and those that do not parse. */
export async function readModules(
  trees: TreeStore,
  tree: TreeHash,
  select: (path: string) => boolean,
): Promise<{ readonly modules: Modules; readonly unparsed: readonly UnparsedFile[] }> {
  const modules = new Map<string, PythonModule>()
  const unparsed: UnparsedFile[] = []
  for (const [path, result] of await parseTree(trees, tree, select)) {
    if (result.kind === 'parsed') modules.set(path, result.module)
    else unparsed.push(result)
  }
  return { modules, unparsed }
}

/** All Python text of a tree, to search in. */
export async function readText(trees: TreeStore, tree: TreeHash): Promise<string> {
  const entries = (await trees.list(tree)).filter(({ path }) => path.endsWith('.py'))
  const files = await trees.readBlobs(entries.map((entry) => entry.blob))
  return files.map((bytes) => new TextDecoder().decode(bytes)).join('\n')
}
