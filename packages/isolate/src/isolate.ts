import {
  Environment,
  FeatureCut,
  Observation,
  produced,
  rejected,
  Snapshot,
  type Stage,
  TopLevelObjects,
} from '@quarry/core'
import type { IsolateSettings } from './settings.ts'

/** Decides what is taken out for one candidate, what stays, and which test files prove it. */
export const isolate: Stage<TopLevelObjects, FeatureCut, IsolateSettings> = {
  name: 'isolate',
  version: 3,
  input: TopLevelObjects,
  output: FeatureCut,
  cacheKey: (input, settings) => [
    input.content_hash,
    input.refs.observe ?? null,
    settings.p2pFiles,
    settings.maxCarvedLines,
    settings.minCarvedLines,
    settings.minF2pPoints,
    settings.seed,
    (settings.protect ?? []).map(({ object, test }) => [object, test]),
  ],
  run: async (input, { settings, store, trees }) => {
    const { decideCut } = await import('./decide-cut.ts')
    const { sourceOf } = await import('./source-of-tree.ts')
    const snapshot = await store.ancestor(input.refs, 'source', Snapshot)
    const environment = await store.ancestor(input.refs, 'environment', Environment)
    const observation = await store.ancestor(input.refs, 'observe', Observation)
    const source = await sourceOf(trees, snapshot.tree, environment.import_roots, observation.test_code)
    const started = performance.now()
    const result = decideCut({ topLevel: input, observation, source, settings })
    if (result.kind === 'rejected') return rejected(result.rejection)
    const decided = Math.round(performance.now() - started)
    return produced<FeatureCut>({ ...result.cut, measured: { decided_ms: decided } })
  },
}
