import { BugError, type CarvedTree, type FeatureCut, type TreeHash, type TreeStore } from '@quarry/core'
import type { CarvedFile } from './carve-files.ts'

export interface States {
  readonly trees: CarvedTree['trees']
  readonly patches: CarvedTree['patches']
  readonly gold: Uint8Array
}

/** The tree without the feature. */
export function carvedTree(
  trees: TreeStore,
  original: TreeHash,
  files: readonly CarvedFile[],
): Promise<TreeHash> {
  return trees.withFiles(original, new Map(files.map(({ path, bytes }) => [path, bytes])))
}

/**
 * Makes the start tree and the patches between the states, proves that they lead back, and keeps them all.
 * @throws BugError `patch-does-not-restore` when a patch does not give the very tree it was made from.
 */
export async function makeStates(
  store: TreeStore,
  original: TreeHash,
  carved: TreeHash,
  cut: FeatureCut,
): Promise<States> {
  const hidden = cut.hidden_test_files.map(({ path }) => [path, null] as const)
  const start = await store.withFiles(carved, new Map(hidden))
  const [removal, gold, tests] = await Promise.all([
    store.diff(original, carved),
    store.diff(carved, original),
    store.diff(start, carved),
  ])
  await Promise.all([
    mustLead(store, original, removal, carved, 'removal.patch'),
    mustLead(store, carved, gold, original, 'gold.patch'),
    mustLead(store, start, tests, carved, 'tests.patch'),
  ])
  const [removalBlob, goldBlob, testsBlob] = await store.writeBlobs([removal, gold, tests])
  if (removalBlob === undefined || goldBlob === undefined || testsBlob === undefined) {
    throw new BugError('The tree store wrote fewer blobs than it was given', { code: 'blobs-missing' })
  }
  return {
    trees: { original, carved, start },
    patches: { removal: removalBlob, gold: goldBlob, tests: testsBlob },
    gold,
  }
}

async function mustLead(
  store: TreeStore,
  from: TreeHash,
  patch: Uint8Array,
  to: TreeHash,
  name: string,
): Promise<void> {
  const result = await store.apply(from, patch)
  if (result.kind === 'empty' && from === to) return
  if (result.kind === 'applied' && result.tree === to) return
  const got = result.kind === 'applied' ? `gives tree ${result.tree}` : `is ${result.kind}`
  throw new BugError(`${name} applied to tree ${from} ${got} instead of ${to}`, {
    code: 'patch-does-not-restore',
  })
}

/** Gives everything of a carve a ref, so that git never drops it. */
export async function keepStates(
  store: TreeStore,
  prefix: string,
  { trees, patches }: States,
): Promise<void> {
  const objects = Object.entries({ ...trees, ...patches })
  await store.keep(Object.fromEntries(objects.map(([name, object]) => [`${prefix}/${name}`, object])))
}
