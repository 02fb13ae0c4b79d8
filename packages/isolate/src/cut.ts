import type { Draft, FeatureCut } from '@quarry/core'

/** A FeatureCut as far as it depends on the inputs alone. */
export type Cut = Omit<Draft<FeatureCut>, 'measured'>
