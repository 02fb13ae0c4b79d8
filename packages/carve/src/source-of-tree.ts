import type { TreeHash, TreeStore } from '@quarry/core'
import { parseTree } from '@quarry/syntax'
import { type Sources, sourcesFrom } from './sources.ts'

interface Remembered {
  readonly key: string
  readonly sources: Promise<Sources>
}

/** The tree read last, by store: the candidates of one snapshot come one after the other and all ask for the same. */
const last = new WeakMap<TreeStore, Remembered>()

/** Reads every Python file of a tree, and the stub files that stand beside one. */
export function sourcesOf(
  trees: TreeStore,
  tree: TreeHash,
  importRoots: readonly string[],
  testCode: readonly string[],
): Promise<Sources> {
  const key = JSON.stringify([tree, importRoots, testCode])
  const before = last.get(trees)
  if (before?.key === key) return before.sources
  const sources = readSources(trees, tree, importRoots, new Set(testCode))
  last.set(trees, { key, sources })
  sources.catch(() => last.delete(trees))
  return sources
}

async function readSources(
  trees: TreeStore,
  tree: TreeHash,
  importRoots: readonly string[],
  testCode: ReadonlySet<string>,
): Promise<Sources> {
  const all = await parseTree(trees, tree, () => true)
  const stubs = await parseTree(trees, tree, (path) => all.has(path.slice(0, -1)), '.pyi')
  const isTest = ([path]: readonly [string, unknown]) => testCode.has(path)
  return sourcesFrom({
    source: new Map([...all, ...stubs].filter((entry) => !isTest(entry))),
    testCode: new Map([...all].filter(isTest)),
    importRoots,
  })
}
