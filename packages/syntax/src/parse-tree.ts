import { setImmediate } from 'node:timers/promises'
import type { TreeHash, TreeStore } from '@quarry/core'
import type { ParseResult } from './model.ts'
import { parseModule } from './parse-module.ts'

/** Files read from the store at once. */
const batchSize = 64

/** Parses every `.py` file of a tree that is selected, by path in the tree's order. */
export async function parseTree(
  trees: TreeStore,
  tree: TreeHash,
  select: (path: string) => boolean,
): Promise<Map<string, ParseResult>> {
  const entries = (await trees.list(tree)).filter(
    (entry) => entry.mode !== '120000' && entry.path.endsWith('.py') && select(entry.path),
  )
  const results = new Map<string, ParseResult>()
  for (let at = 0; at < entries.length; at += batchSize) {
    const batch = entries.slice(at, at + batchSize)
    const contents = await trees.readBlobs(batch.map((entry) => entry.blob))
    for (const [index, { path }] of batch.entries()) {
      results.set(path, parseModule(path, contents[index] ?? new Uint8Array()))
      // Native trees are only freed when the event loop turns.
      await setImmediate()
    }
  }
  return results
}
