import { Environment, Observation, type Stage } from '@quarry/core'
import type { ObserveSettings } from './settings.ts'

/** Collects, runs and traces the whole suite: outcomes, their stability, and who called whom. */
export const observe = {
  name: 'observe',
  version: 3,
  input: Environment,
  output: Observation,
  cacheKey: (input, settings) => [
    input.content_hash,
    settings.testFiles,
    settings.outcomeRuns,
    settings.fileSeconds,
    settings.pointSeconds,
    settings.network,
  ],
  run: async (input, context) => {
    const { observeSuite } = await import('./observe-suite.ts')
    return observeSuite(input, context)
  },
} satisfies Stage<Environment, Observation, ObserveSettings>
