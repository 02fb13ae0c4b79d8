import { CarvedTree, FeatureCut, type Stage } from '@quarry/core'

export interface CarveSettings {
  /** Most carved lines: what goes is decided before, by an estimate; here it is counted. */
  readonly maxCarvedLines: number
}

/**
 * Takes the extracted objects out of the tree, byte for byte. Rejects with `file-not-editable` (an object lies in a file
 * that is not parsed), `carve-in-doubt` (the task's own Python refuses a changed file, or does not find it to be what is left of the original) and
 * `too-many-carved-lines`.
 */
export const carve: Stage<FeatureCut, CarvedTree, CarveSettings> = {
  name: 'carve',
  version: 5,
  input: FeatureCut,
  output: CarvedTree,
  cacheKey: (cut, settings) => [cut.content_hash, settings.maxCarvedLines],
  run: async (cut, context) => {
    const { runCarve } = await import('./run.ts')
    return runCarve(cut, context)
  },
}
