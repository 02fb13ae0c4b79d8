import { latestByStore, type TreeHash, type TreeStore } from '@quarry/core'
import { parseTree, type PythonModule } from '@quarry/syntax'
import { analyseSource, type Source } from './source.ts'
import type { UnparsedFile } from './source-index.ts'

/** Reads and analyses every Python file of a tree. */
export const sourceOf = latestByStore(readSource)

async function readSource(
  trees: TreeStore,
  tree: TreeHash,
  importRoots: readonly string[],
  testCode: readonly string[],
): Promise<Source> {
  const modules = new Map<string, PythonModule>()
  const unparsed = new Map<string, UnparsedFile>()
  for (const [path, result] of await parseTree(trees, tree, () => true)) {
    if (result.kind === 'parsed') modules.set(path, result.module)
    else {
      const bytes = await trees.readFile(tree, path)
      unparsed.set(path, { reason: result.reason, text: Buffer.from(bytes ?? []).toString('utf8') })
    }
  }
  return analyseSource({ modules, unparsed, importRoots, testCode })
}
