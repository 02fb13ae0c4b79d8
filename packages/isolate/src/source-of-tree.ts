import type { TreeHash, TreeStore } from '@quarry/core'
import { parseTree, type PythonModule } from '@quarry/syntax'
import { analyseSource, type Source } from './source.ts'
import type { UnparsedFile } from './source-index.ts'

interface Remembered {
  readonly key: string
  readonly source: Promise<Source>
}

/** The tree analysed last, by store: the candidates of one snapshot come one after the other and all ask for the same. */
const last = new WeakMap<TreeStore, Remembered>()

/** Reads and analyses every Python file of a tree. */
export function sourceOf(
  trees: TreeStore,
  tree: TreeHash,
  importRoots: readonly string[],
  testCode: readonly string[],
): Promise<Source> {
  const key = JSON.stringify([tree, importRoots, testCode])
  const before = last.get(trees)
  if (before?.key === key) return before.source
  const source = readSource(trees, tree, importRoots, testCode)
  last.set(trees, { key, source })
  source.catch(() => last.delete(trees))
  return source
}

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
