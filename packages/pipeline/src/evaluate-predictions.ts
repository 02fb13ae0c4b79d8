import { Environment, InfrastructureError, type Instance, UserError } from '@quarry/core'
import {
  evaluateInstance,
  type EvaluationFailure,
  type EvaluationSummary,
  type InstanceResult,
  type Prediction,
  readPredictions,
  summarise,
} from '@quarry/evaluate'
import { readRecords } from './ledger.ts'
import { checkRoom } from './room.ts'
import { runTogether } from './run-together.ts'
import type { Workspace } from './workspace.ts'
import { readInstances } from './write-instances.ts'

export type PredictionSource = 'gold' | 'noop' | { readonly file: string }

/**
 * Scores predictions against the instances of a workspace.
 *
 * @param filter instance ids to score; empty: all
 * @throws UserError when there is nothing to score, or the predictions do not fit; `disk-nearly-full`
 */
export async function evaluatePredictions(
  workspace: Workspace,
  source: PredictionSource,
  filter: readonly string[],
): Promise<EvaluationSummary> {
  const all = await readInstances(workspace, await readRecords(workspace.out))
  const instances = chooseInstances(all, filter)
  // A file may hold answers to more instances than are scored now.
  const predictions = await loadPredictions(workspace, source, all)
  let done = 0
  const results = await runTogether(
    instances,
    workspace.concurrency,
    workspace.signal,
    async (instance, signal) => {
      const { instance_id: instanceId } = instance
      const result = await scoreOne({ ...workspace, signal }, instance, predictions.get(instanceId) ?? null)
      done += 1
      const resolved = 'score' in result && result.score.resolved
      workspace.events.emit({
        type: 'prediction-scored',
        instanceId,
        resolved,
        done,
        total: instances.length,
      })
      return result
    },
  )
  return summarise(results)
}

function chooseInstances(all: readonly Instance[], filter: readonly string[]): readonly Instance[] {
  if (all.length === 0)
    throw new UserError("there are no instances yet: run 'quarry mine' first", { code: 'no-instances' })
  const ids = new Set(all.map((instance) => instance.instance_id))
  const unknown = filter.filter((id) => !ids.has(id))
  if (unknown.length > 0)
    throw new UserError(`there is no instance ${unknown.join(', ')}; 'quarry status' lists them`, {
      code: 'no-such-instance',
    })
  return filter.length === 0 ? all : all.filter((instance) => filter.includes(instance.instance_id))
}

async function loadPredictions(
  workspace: Workspace,
  source: PredictionSource,
  instances: readonly Instance[],
): Promise<ReadonlyMap<string, Prediction>> {
  if (typeof source === 'object')
    return readPredictions(source.file, new Set(instances.map((instance) => instance.instance_id)))
  const made = await Promise.all(
    instances.map(async ({ instance_id: instanceId, patches }): Promise<[string, Prediction]> => {
      const patch = source === 'gold' ? await workspace.trees.readBlob(patches.gold) : new Uint8Array()
      return [instanceId, { instanceId, model: source, patch }]
    }),
  )
  return new Map(made)
}

async function scoreOne(
  workspace: Workspace,
  instance: Instance,
  prediction: Prediction | null,
): Promise<InstanceResult | EvaluationFailure> {
  await checkRoom(workspace)
  const { store, trees, sandbox, signal } = workspace
  const environment = await store.ancestor(instance.refs, 'environment', Environment)
  workspace.environments.remember(environment)
  try {
    return await evaluateInstance(instance, prediction, { store, trees, sandbox, signal })
  } catch (error) {
    if (!(error instanceof InfrastructureError)) throw error
    const { code, message } = error
    return { instance_id: instance.instance_id, status: 'error', code, message }
  }
}
