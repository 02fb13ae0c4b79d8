import { join, resolve } from 'node:path'
import {
  Environment,
  Observation,
  openArtifactStore,
  openGitTreeStore,
  type Refs,
  Snapshot,
  TopLevelObjects,
  unpackObservation,
} from '@quarry/core'
import { type CutQuestion, sourceOf } from '@quarry/isolate'

/** What mining uses by default: the records do not say what was set. */
export const cutSettings = {
  p2pFiles: 5,
  maxCarvedLines: 5000,
  minCarvedLines: 100,
  minF2pPoints: 10,
  seed: 0,
}

/** The stores of an out folder that mining left. */
export async function openMined(out: string) {
  const store = await openArtifactStore(join(resolve(out), 'artifacts'))
  const trees = await openGitTreeStore(join(resolve(out), 'trees.git'))
  return { store, trees }
}

/** All that a candidate's cut is decided by; null where it was given up before. */
export async function cutQuestion(
  { store, trees }: Awaited<ReturnType<typeof openMined>>,
  refs: Refs,
): Promise<CutQuestion | null> {
  if (refs.detect === undefined) return null
  const snapshot = await store.ancestor(refs, 'source', Snapshot)
  const environment = await store.ancestor(refs, 'environment', Environment)
  const observation = unpackObservation(await store.ancestor(refs, 'observe', Observation))
  const topLevel = await store.ancestor(refs, 'detect', TopLevelObjects)
  const source = await sourceOf(trees, snapshot.tree, environment.import_roots, observation.test_code)
  return { topLevel, observation, source, settings: cutSettings }
}
