import { Environment, Observation, type Stage } from '@quarry/core'
import type { ObserveSettings } from './settings.ts'

/** Collects, runs and traces the whole suite: outcomes, their stability, and who called whom. */
export const observe = {
  name: 'observe',
  version: 5,
  input: Environment,
  output: Observation,
  // The tracer is not in it: every way of hearing of calls tells the same, or is not used, and what is stored holds as
  // well whichever it came by. Else a compiler would decide what is mined anew.
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
