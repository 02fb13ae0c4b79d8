import {
  Candidate,
  Environment,
  Observation,
  produced,
  rejected,
  Snapshot,
  type Stage,
  TopLevelObjects,
  unpackObservation,
} from '@quarry/core'
import { type CandidateEvidence, gatherEvidence } from './evidence.ts'
import { traceDetector } from './trace-detector.ts'

/** Nothing to set yet. */
export type DetectSettings = Readonly<Record<string, never>>

/** Finds the objects that the test files of a candidate themselves exercise. */
export const detect: Stage<Candidate, TopLevelObjects, DetectSettings> = {
  name: 'detect',
  version: 1,
  input: Candidate,
  output: TopLevelObjects,
  cacheKey: (input) => [input.content_hash, input.refs.observe ?? null, traceDetector.name],
  run: async (input, { store, trees, model, signal }) => {
    const { namesOfTree } = await import('./names-of-tree.ts')
    const snapshot = await store.ancestor(input.refs, 'source', Snapshot)
    const environment = await store.ancestor(input.refs, 'environment', Environment)
    const observation = unpackObservation(await store.ancestor(input.refs, 'observe', Observation))
    const { modules, resolve } = await namesOfTree(trees, snapshot.tree, environment.import_roots)
    const own = new Set(input.test_files)
    const evidence = gatherEvidence({
      candidate: input.id,
      objects: observation.objects,
      testFiles: observation.test_files.filter((file) => own.has(file.path)),
      testModules: input.test_files.flatMap((path) => modules.get(path) ?? []),
      resolve,
    })
    const objects = await traceDetector.detect(evidence, { model, signal })
    if (objects.length === 0) return rejected(noTopLevelObjects(evidence))
    return produced<TopLevelObjects>({
      candidate: input.id,
      test_files: input.test_files,
      detector: traceDetector.name,
      objects: objects.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)),
      measured: {},
    })
  },
}

function noTopLevelObjects(evidence: CandidateEvidence) {
  const ran = evidence.objects.length
  return {
    stage: 'detect' as const,
    code: 'no-top-level-objects',
    message:
      ran === 0
        ? `none of the ${evidence.stablePasses} stable passes runs any source object`
        : `the stable passes run ${ran} source objects, but the tests call or name none of them themselves`,
    evidence: {
      stable_passes: evidence.stablePasses,
      executed_objects: ran,
      examples: evidence.objects.slice(0, 20).map((object) => object.id),
    },
  }
}
