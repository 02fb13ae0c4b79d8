import { type Candidate, InfrastructureError, UserError } from '@quarry/core'
import type { MineOptions } from './api.ts'
import { type CandidateOutcome, runCandidate } from './candidate-line.ts'
import { afterRun, earlierCandidates } from './earlier-candidates.ts'
import { type CandidateRecord, writeRecord } from './ledger.ts'
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
  const untried = prepared.rejections.map(({ path, rejection }) => ({
    id: `${repository}:${path}`,
    test_files: [path],
    refs: prepared.refs,
    mined_from: prepared.minedFrom,
    outcome: { kind: 'rejected' as const, rejection },
  }))
  const record = async (mined: readonly MinedCandidate[]) => {
    const records = [...untried, ...mined.map((one) => one.record)]
    await recordCandidates(repository, prepared, records, workspace)
    return records
  }
  const done = await mineChosen(chosen, prepared.minedFrom, settings, workspace, record)
  const records = await record(done)
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

/** @param onEnd gets what is finished when an interruption or a bug ends the rest */
async function mineChosen(
  chosen: readonly Carried<Candidate>[],
  minedFrom: string,
  settings: StageSettings,
  workspace: Workspace,
  onEnd: (finished: readonly MinedCandidate[]) => Promise<unknown>,
): Promise<MinedCandidate[]> {
  // One more than commands may run, so that a candidate that is being parsed leaves no processor idle.
  const atOnce = workspace.concurrency + 1
  const finished: MinedCandidate[] = []
  try {
    return await runTogether(chosen, atOnce, workspace.signal, async (candidate, signal) => {
      const mined = await mineCandidate(candidate, minedFrom, settings, { ...workspace, signal })
      finished.push(mined)
      return mined
    })
  } catch (error) {
    await onEnd(finished).catch(() => undefined) // why it ended matters more
    throw error
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
  mined_from: string,
  settings: StageSettings,
  workspace: Workspace,
): Promise<MinedCandidate> {
  const { id, test_files } = candidate.value
  const begun = { id, test_files, mined_from }
  try {
    const outcome = await runCandidate(candidate, settings, workspace)
    if (outcome.kind === 'rejected') {
      const { refs, rejection, stages } = outcome
      return {
        record: { ...begun, refs, outcome: { kind: 'rejected', rejection } },
        instance: null,
        stages,
      }
    }
    return await writeMined(begun, outcome, workspace)
  } catch (error) {
    // What fails because everything is being ended is not the machine's trouble.
    if (!(error instanceof InfrastructureError) || workspace.signal.aborted) throw error
    const { code, message } = error
    const failed = { kind: 'failed' as const, code, message }
    return { record: { ...begun, refs: candidate.refs, outcome: failed }, instance: null, stages: [] }
  }
}

async function writeMined(
  begun: Pick<CandidateRecord, 'id' | 'test_files' | 'mined_from'>,
  outcome: Extract<CandidateOutcome, { kind: 'instance' }>,
  workspace: Workspace,
): Promise<MinedCandidate> {
  const { value: instance, refs } = outcome.instance
  const { instance_id } = instance
  const directory = await writeInstance(workspace.out, instance, workspace.trees)
  workspace.events.emit({ type: 'instance-written', instanceId: instance_id, directory })
  const key = refs.describe ?? ''
  return {
    record: { ...begun, refs, outcome: { kind: 'instance', instance_id, key } },
    instance: minedInstance(workspace.out, instance),
    stages: outcome.stages,
  }
}

/** Writes the repository's record: what earlier runs left of it included. */
async function recordCandidates(
  repository: string,
  prepared: Prepared,
  records: readonly CandidateRecord[],
  workspace: Workspace,
): Promise<void> {
  const { refs, candidates, rejections } = prepared
  const known = new Set([
    ...candidates.map(({ value }) => value.id),
    ...rejections.map(({ path }) => `${repository}:${path}`),
  ])
  const earlier = await earlierCandidates(workspace.out, repository)
  await writeRecord(workspace.out, {
    repository,
    refs,
    rejection: null,
    candidates: afterRun(earlier, { refs, known, records }),
  })
}

function rejectionOf({ id, outcome }: CandidateRecord): MinedRejection[] {
  if (outcome.kind !== 'rejected') return []
  const { stage, code, message } = outcome.rejection
  return [{ candidate: id, stage, code, message }]
}

function failureOf({ id, outcome }: CandidateRecord): MinedFailure[] {
  return outcome.kind === 'failed' ? [{ subject: id, code: outcome.code, message: outcome.message }] : []
}
