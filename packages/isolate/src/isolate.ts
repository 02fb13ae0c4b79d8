import {
  Environment,
  FeatureCut,
  Observation,
  produced,
  rejected,
  Snapshot,
  type Stage,
  TopLevelObjects,
  unpackObservation,
} from '@quarry/core'
import type { IsolateSettings } from './settings.ts'

/** Decides what is taken out for one candidate, what stays, and which test files prove it. */
export const isolate: Stage<TopLevelObjects, FeatureCut, IsolateSettings> = {
  name: 'isolate',
  version: 8,
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
    (settings.protect ?? []).map(({ object, because }) => [object, because]),
  ],
  run: async (input, { settings, store, trees }) => {
    const { decideCut } = await import('./decide-cut.ts')
    const { sourceOf } = await import('./source-of-tree.ts')
    const snapshot = await store.ancestor(input.refs, 'source', Snapshot)
    const environment = await store.ancestor(input.refs, 'environment', Environment)
    const observation = unpackObservation(await store.ancestor(input.refs, 'observe', Observation))
    const source = await sourceOf(trees, snapshot.tree, environment.import_roots, observation.test_code)
    const started = performance.now()
    const result = decideCut({ topLevel: input, observation, source, settings })
    if (result.kind === 'rejected') return rejected(result.rejection)
    const { cut, reachable, watched } = result
    const measured = {
      decided_ms: Math.round(performance.now() - started),
      reachable_lines: reachable.lines,
      reachable_f2p: reachable.f2pPoints,
      watched: Math.round(100 * watched) / 100,
    }
    return produced<FeatureCut>({ ...cut, measured })
  },
}
