import {
  type ArtifactReader,
  Environment,
  type Instance,
  Observation,
  type Sandbox,
  type TreeHash,
  type TreeStore,
} from '@quarry/core'
import { type FileRun, openTestbed, pytestSettings, runTestFile, trustedOutcomes } from '@quarry/testrun'
import { applyPrediction } from './apply-prediction.ts'
import { protectedPaths } from './protected-paths.ts'
import { reservedModules } from './reserved-modules.ts'
import { type Score, scoreOutcomes } from './score.ts'

export interface EvaluateContext {
  readonly store: ArtifactReader
  readonly trees: TreeStore
  readonly sandbox: Sandbox
  readonly signal: AbortSignal
}

/** What became of one prediction. Only `scored` and `empty-patch` were run; the others are not resolved by nature. */
export type InstanceResult = { readonly instance_id: string; readonly model: string | null } & (
  | {
      readonly status: 'scored' | 'empty-patch'
      readonly score: Score
      /** Protected paths that the prediction had touched, and that are as they were. */
      readonly undone: readonly string[]
      readonly applied: 'plain' | 'recount' | 'nothing'
      /** What was done to the patch before it was applied, and test files whose process did not end properly. */
      readonly notes: readonly string[]
    }
  | { readonly status: 'no-prediction' }
  | {
      readonly status: 'malformed-patch' | 'patch-conflict'
      readonly message: string
      readonly notes: readonly string[]
    }
)

/**
 * Scores a patch: start tree + patch, every protected path put back from the original, each F2P and P2P file in a
 * process of its own, with the network and the times of the task's proofs, the verdict from the probe's records.
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
  const { model, patch } = prediction
  const environment = await context.store.ancestor(instance.refs, 'environment', Environment)
  const isProtected = await protectionOf(instance, environment, context)
  const applied = await applyPrediction(context.trees, instance.trees, patch, isProtected)
  if (applied.kind !== 'applied') {
    const { status, message, notes } = applied
    return { instance_id, model, status, message, notes }
  }
  const runs = await runHiddenTests(instance, environment, applied.tree, context)
  const { how, undone, notes } = applied
  return {
    instance_id,
    model,
    status: isBlank(patch) ? 'empty-patch' : 'scored',
    score: scoreOutcomes(instance, new Map(runs.flatMap((run) => [...trustedOutcomes(run)]))),
    undone,
    applied: how,
    notes: [...notes, ...runs.flatMap(noteOnRun)],
  }
}

async function protectionOf(instance: Instance, environment: Environment, context: EvaluateContext) {
  const { store, trees, sandbox, signal } = context
  const { start, original } = instance.trees
  const observation = await store.ancestor(instance.refs, 'observe', Observation)
  return protectedPaths({
    original: (await trees.list(original)).map((entry) => entry.path),
    testCode: observation.test_code,
    importRoots: environment.import_roots,
    reserved: await reservedModules(sandbox, environment, start, signal),
  })
}

async function runHiddenTests(
  instance: Instance,
  environment: Environment,
  tree: TreeHash,
  context: EvaluateContext,
): Promise<readonly FileRun[]> {
  const { sandbox, signal } = context
  const { network, limits } = instance
  const testbed = await openTestbed(sandbox, environment, tree, { network }, signal)
  try {
    const { file_seconds: fileSeconds, point_seconds: pointSeconds } = limits
    const pytest = pytestSettings(environment, { fileSeconds, pointSeconds })
    const files = [...instance.f2p_files, ...instance.p2p_files]
    return await Promise.all(
      files.map((file) => runTestFile(testbed, pytest, { file, hashSeed: environment.hash_seed }, signal)),
    )
  } finally {
    await testbed.close()
  }
}

const unfinished: Partial<Record<FileRun['status'], string>> = {
  crashed: 'did not end by itself',
  'timed-out': 'took too long',
  'out-of-memory': 'took too much memory',
}

function noteOnRun({ path, status }: FileRun): string[] {
  const what = unfinished[status]
  return what === undefined ? [] : [`${path}: its process ${what}, so nothing in it has passed`]
}

function isBlank(patch: Uint8Array): boolean {
  return new TextDecoder().decode(patch).trim() === ''
}
