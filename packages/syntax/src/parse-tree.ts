import { setImmediate } from 'node:timers/promises'
import type { TreeHash, TreeStore } from '@quarry/core'
import type { ParseResult } from './model.ts'
import { parseModule } from './parse-module.ts'
import { parsedFilesOf } from './parsed-files.ts'

/** Files read from the store at once. */
const batchSize = 64

/** Parses every `.py` (or `.pyi`) file of a tree that is selected, by path in the tree's order. Results are shared: do not change them. */
export async function parseTree(
  trees: TreeStore,
  tree: TreeHash,
  select: (path: string) => boolean,
  suffix: '.py' | '.pyi' = '.py',
): Promise<Map<string, ParseResult>> {
  const parsed = parsedFilesOf(trees)
  const entries = (await trees.list(tree)).filter(
    (entry) => entry.mode !== '120000' && entry.path.endsWith(suffix) && select(entry.path),
  )
  const found = new Map(entries.map(({ path, blob }) => [path, parsed.get(blob, path)]))
  const missing = entries.filter(({ path }) => found.get(path) === null)
  for (let at = 0; at < missing.length; at += batchSize) {
    const batch = missing.slice(at, at + batchSize)
    const contents = await trees.readBlobs(batch.map((entry) => entry.blob))
    for (const [index, { path, blob }] of batch.entries()) {
      const bytes = contents[index] ?? new Uint8Array()
      // Another candidate may have come here first while this one waited.
      const known = parsed.get(blob, path)
      const result = known ?? parseModule(path, bytes)
      if (known === null) parsed.add(blob, path, result, bytes.length)
      found.set(path, result)
      // Native trees are only freed when the event loop turns.
      if (known === null) await setImmediate()
    }
  }
  return new Map([...found].flatMap(([path, result]) => (result === null ? [] : [[path, result] as const])))
}
