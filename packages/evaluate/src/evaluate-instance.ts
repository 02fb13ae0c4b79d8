import {
  type ArtifactReader,
  Environment,
  type Instance,
  Observation,
  type Sandbox,
  type TreeHash,
  type TreeStore,
} from '@quarry/core'
import { openTestbed, pytestSettings, runTestFile } from '@quarry/testrun'
import { protectedPaths, withProtectedRestored } from './protected-paths.ts'
import { type Score, scoreOutcomes } from './score.ts'

export interface EvaluateContext {
  readonly store: ArtifactReader
  readonly trees: TreeStore
  readonly sandbox: Sandbox
  readonly signal: AbortSignal
  readonly fileSeconds: number
  readonly pointSeconds: number
}

/** What became of one prediction. Only `scored` and `empty-patch` were run; the others are not resolved by nature. */
export type InstanceResult = { readonly instance_id: string; readonly model: string | null } & (
  | {
      readonly status: 'scored' | 'empty-patch'
      readonly score: Score
      /** Protected paths that the prediction had touched and that were put back. */
      readonly undone: readonly string[]
      readonly applied: 'plain' | 'recount' | 'nothing'
    }
  | { readonly status: 'no-prediction' }
  | { readonly status: 'malformed-patch' | 'patch-conflict'; readonly message: string }
)

/**
 * Scores a patch: start tree + patch, every protected path put back from the original, each F2P and P2P file in a
 * process of its own, the verdict from the probe's records.
 *
 * @throws InfrastructureError when the machine failed: that is not a score
 */
export async function evaluateInstance(
  instance: Instance,
  prediction: { readonly model: string; readonly patch: Uint8Array } | null,
  context: EvaluateContext,
): Promise<InstanceResult> {
  const { instance_id } = instance
  if (prediction === null) return { instance_id, model: null, status: 'no-prediction' }
  const { model } = prediction
  const applied = await context.trees.apply(instance.trees.start, prediction.patch)
  switch (applied.kind) {
    case 'malformed':
      return { instance_id, model, status: 'malformed-patch', message: applied.message }
    case 'conflict':
      return { instance_id, model, status: 'patch-conflict', message: applied.message }
    case 'empty': {
      const run = await runHiddenTests(instance, instance.trees.start, context)
      return { instance_id, model, status: 'empty-patch', applied: 'nothing', ...run }
    }
    case 'applied': {
      const run = await runHiddenTests(instance, applied.tree, context)
      return { instance_id, model, status: 'scored', applied: applied.how, ...run }
    }
  }
}

async function runHiddenTests(
  instance: Instance,
  predicted: TreeHash,
  context: EvaluateContext,
): Promise<{ score: Score; undone: readonly string[] }> {
  const { store, trees, sandbox, signal } = context
  const environment = await store.ancestor(instance.refs, 'environment', Environment)
  const observation = await store.ancestor(instance.refs, 'observe', Observation)
  const isProtected = protectedPaths(observation.test_code, environment.import_roots)
  const { entries, undone } = withProtectedRestored(
    await trees.list(predicted),
    await trees.list(instance.trees.original),
    isProtected,
  )
  const tree = await trees.writeTree(entries)
  const testbed = await openTestbed(sandbox, environment, tree, {}, signal)
  try {
    const pytest = pytestSettings(environment, context)
    const files = [...instance.f2p_files, ...instance.p2p_files]
    const runs = await Promise.all(
      files.map((file) => runTestFile(testbed, pytest, { file, hashSeed: environment.hash_seed }, signal)),
    )
    const outcomes = new Map(runs.flatMap((run) => [...run.outcomes]))
    return { score: scoreOutcomes(instance, outcomes), undone }
  } finally {
    await testbed.close()
  }
}
