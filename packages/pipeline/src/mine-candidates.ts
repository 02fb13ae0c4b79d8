import { type Candidate, InfrastructureError, UserError } from '@quarry/core'
import type { MineOptions } from './api.ts'
import { type CandidateOutcome, runCandidate } from './candidate-line.ts'
import { type CandidateRecord, readRecords, writeRecord } from './ledger.ts'
import { minedInstance } from './mined-instance.ts'
import type { PreparedRepository } from './repository-line.ts'
import type { Carried, StageRun } from './run-stage.ts'
import { runTogether } from './run-together.ts'
import type { StageSettings } from './stage-settings.ts'
import type { MinedInstance, MinedRejection, MinedRepository } from './summaries.ts'
import type { Workspace } from './workspace.ts'
import { writeInstance } from './write-instances.ts'

export type MinedFailure = MinedRepository['failures'][number]

type Prepared = Extract<PreparedRepository, { kind: 'prepared' }>

interface MinedCandidates {
  readonly summary: Pick<MinedRepository, 'candidates' | 'instances' | 'rejections' | 'failures'>
  readonly stages: readonly StageRun<unknown>[]
}

/** Runs the chosen candidates, a few at once, and records what became of each. */
export async function mineCandidates(
  repository: string,
  prepared: Prepared,
  settings: StageSettings,
  workspace: Workspace,
  options: MineOptions,
): Promise<MinedCandidates> {
  const chosen = chooseCandidates(repository, prepared.candidates, options)
  // One more than commands may run, so that a candidate that is being parsed leaves no processor idle.
  const atOnce = workspace.concurrency + 1
  const done = await runTogether(chosen, atOnce, workspace.signal, (candidate, signal) =>
    mineCandidate(candidate, settings, { ...workspace, signal }),
  )
  const untried = prepared.rejections.map(({ path, rejection }) => ({
    id: `${repository}:${path}`,
    test_files: [path],
    refs: prepared.refs,
    outcome: { kind: 'rejected' as const, rejection },
  }))
  const records = [...untried, ...done.map(({ record }) => record)]
  await writeRecord(workspace.out, {
    repository,
    refs: prepared.refs,
    rejection: null,
    candidates: await withEarlier(repository, prepared, records, workspace),
  })
  return {
    summary: {
      candidates: chosen.length + untried.length,
      instances: done.flatMap(({ instance }) => (instance === null ? [] : [instance])),
      rejections: records.flatMap(rejectionOf),
      failures: records.flatMap(failureOf),
    },
    stages: done.flatMap(({ stages }) => stages),
  }
}

function chooseCandidates(
  repository: string,
  all: readonly Carried<Candidate>[],
  options: MineOptions,
): readonly Carried<Candidate>[] {
  // With several repositories each has its own among those asked for.
  const wanted = new Set(
    options.candidates.filter((id) => !id.includes(':') || id.startsWith(`${repository}:`)),
  )
  if (options.candidates.length > 0 && wanted.size === 0) return []
  const chosen = all.filter(
    ({ value }) =>
      wanted.size === 0 || wanted.has(value.id) || value.test_files.some((file) => wanted.has(file)),
  )
  if (wanted.size > 0 && chosen.length === 0)
    throw new UserError(
      `${repository} has no candidate ${[...wanted].join(', ')}; it has ${all.map(({ value }) => value.id).join(', ')}`,
      { code: 'no-such-candidate' },
    )
  return chosen.slice(0, options.maxCandidates ?? chosen.length)
}

interface MinedCandidate {
  readonly record: CandidateRecord
  readonly instance: MinedInstance | null
  readonly stages: readonly StageRun<unknown>[]
}

async function mineCandidate(
  candidate: Carried<Candidate>,
  settings: StageSettings,
  workspace: Workspace,
): Promise<MinedCandidate> {
  const { id, test_files } = candidate.value
  try {
    const outcome = await runCandidate(candidate, settings, workspace)
    if (outcome.kind === 'rejected') {
      const { refs, rejection, stages } = outcome
      return {
        record: { id, test_files, refs, outcome: { kind: 'rejected', rejection } },
        instance: null,
        stages,
      }
    }
    return await writeMined(id, test_files, outcome, workspace)
  } catch (error) {
    if (!(error instanceof InfrastructureError)) throw error
    const { code, message } = error
    const failed = { kind: 'failed' as const, code, message }
    return { record: { id, test_files, refs: candidate.refs, outcome: failed }, instance: null, stages: [] }
  }
}

async function writeMined(
  id: string,
  test_files: string[],
  outcome: Extract<CandidateOutcome, { kind: 'instance' }>,
  workspace: Workspace,
): Promise<MinedCandidate> {
  const { value: instance, refs } = outcome.instance
  const { instance_id } = instance
  const directory = await writeInstance(workspace.out, instance, workspace.trees)
  workspace.events.emit({ type: 'instance-written', instanceId: instance_id, directory })
  const key = refs.describe ?? ''
  return {
    record: { id, test_files, refs, outcome: { kind: 'instance', instance_id, key } },
    instance: minedInstance(workspace.out, instance),
    stages: outcome.stages,
  }
}

/** Candidates of the same observation that this run did not look at keep what an earlier run recorded, and instances stay where it only met trouble. */
async function withEarlier(
  repository: string,
  prepared: Prepared,
  records: readonly CandidateRecord[],
  workspace: Workspace,
): Promise<CandidateRecord[]> {
  const earlier = (await readRecords(workspace.out)).find((record) => record.repository === repository)
  if (earlier === undefined || earlier.refs.observe !== prepared.refs.observe) return [...records]
  const now = new Map(records.map((record) => [record.id, record]))
  const kept = earlier.candidates.filter(({ id, outcome }) => {
    const again = now.get(id)
    return again === undefined || (again.outcome.kind === 'failed' && outcome.kind === 'instance')
  })
  const keptIds = new Set(kept.map(({ id }) => id))
  return [...kept, ...records.filter(({ id }) => !keptIds.has(id))].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function rejectionOf({ id, outcome }: CandidateRecord): MinedRejection[] {
  if (outcome.kind !== 'rejected') return []
  const { stage, code, message } = outcome.rejection
  return [{ candidate: id, stage, code, message }]
}

function failureOf({ id, outcome }: CandidateRecord): MinedFailure[] {
  return outcome.kind === 'failed' ? [{ subject: id, code: outcome.code, message: outcome.message }] : []
}
