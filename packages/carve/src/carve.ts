import { CarvedTree, FeatureCut, type Stage } from '@quarry/core'

/** Carving has no settings: what goes is decided before. */
export type CarveSettings = Readonly<Record<string, never>>

/**
 * Takes the extracted objects out of the tree, byte for byte. Rejects with `file-not-editable` (an object lies in a file
 * that is not parsed) and `carved-file-does-not-compile` (the task's own Python refuses a changed file).
 */
export const carve: Stage<FeatureCut, CarvedTree, CarveSettings> = {
  name: 'carve',
  version: 1,
  input: FeatureCut,
  output: CarvedTree,
  cacheKey: (cut) => [cut.content_hash],
  run: async (cut, context) => {
    const { runCarve } = await import('./run.ts')
    return runCarve(cut, context)
  },
}
