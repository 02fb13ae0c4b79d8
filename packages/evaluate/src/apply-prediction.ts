import type { ApplyResult, TreeEntry, TreeHash, TreeStore } from '@quarry/core'
import { type GradedEntry, gradedTree } from './graded-tree.ts'
import { preparePatch } from './prepare-patch.ts'

/** A prediction on its start tree. */
export type AppliedPrediction =
  | {
      readonly kind: 'applied'
      readonly tree: TreeHash
      readonly how: 'plain' | 'recount' | 'nothing'
      /** Paths that it had touched and that are as they were. Sorted. */
      readonly undone: readonly string[]
      readonly notes: readonly string[]
    }
  | {
      readonly kind: 'refused'
      readonly status: 'malformed-patch' | 'patch-conflict'
      readonly message: string
      readonly notes: readonly string[]
    }

/** Applies a patch to the start tree, and puts everything protected back from the original. */
export async function applyPrediction(
  trees: TreeStore,
  states: { readonly start: TreeHash; readonly original: TreeHash },
  patch: Uint8Array,
  isProtected: (path: string) => boolean,
): Promise<AppliedPrediction> {
  const prepared = preparePatch(patch, isProtected)
  const { notes } = prepared
  const applied = await trees.apply(states.start, prepared.patch)
  if (applied.kind === 'malformed' || applied.kind === 'conflict') {
    const status = applied.kind === 'malformed' ? 'malformed-patch' : 'patch-conflict'
    return { kind: 'refused', status, message: applied.message, notes }
  }
  const { tree, how } = changedTree(applied, states.start)
  const { entries, undone } = gradedTree(
    await withTargets(trees, await trees.list(tree)),
    await trees.list(states.start),
    await trees.list(states.original),
    isProtected,
  )
  return {
    kind: 'applied',
    tree: await trees.writeTree(entries.map(({ path, mode, blob }) => ({ path, mode, blob }))),
    how,
    undone: [...new Set([...undone, ...prepared.protectedPaths])].toSorted(),
    notes,
  }
}

function changedTree(applied: Extract<ApplyResult, { kind: 'applied' | 'empty' }>, start: TreeHash) {
  return applied.kind === 'empty'
    ? { tree: start, how: 'nothing' as const }
    : { tree: applied.tree, how: applied.how }
}

async function withTargets(trees: TreeStore, entries: readonly TreeEntry[]): Promise<GradedEntry[]> {
  return Promise.all(
    entries.map(async (entry) =>
      entry.mode === '120000'
        ? { ...entry, leadsTo: new TextDecoder().decode(await trees.readBlob(entry.blob)) }
        : entry,
    ),
  )
}
