import { latestByStore, type TreeHash, type TreeStore } from '@quarry/core'
import { parseTree } from '@quarry/syntax'
import { type Sources, sourcesFrom } from './sources.ts'

/** Reads every Python file of a tree, and the stub files that stand beside one. */
export const sourcesOf = latestByStore(readSources)

async function readSources(
  trees: TreeStore,
  tree: TreeHash,
  importRoots: readonly string[],
  testCode: readonly string[],
): Promise<Sources> {
  const tests = new Set(testCode)
  const all = await parseTree(trees, tree, () => true)
  const stubs = await parseTree(trees, tree, (path) => all.has(path.slice(0, -1)), '.pyi')
  const isTest = ([path]: readonly [string, unknown]) => tests.has(path)
  return sourcesFrom({
    source: new Map([...all, ...stubs].filter((entry) => !isTest(entry))),
    testCode: new Map([...all].filter(isTest)),
    importRoots,
  })
}
