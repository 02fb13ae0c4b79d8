import { type Candidate, type Instance, type Refs, type Rejection, type TopLevelObjects } from '@quarry/core'
import { carve } from '@quarry/carve'
import { describe } from '@quarry/describe'
import { detect } from '@quarry/detect'
import { isolate } from '@quarry/isolate'
import { validate } from '@quarry/validate'
import { type CutSettings, nextCut } from './next-cut.ts'
import { checkRoom } from './room.ts'
import { type Carried, runStage, type StageRun } from './run-stage.ts'
import type { StageSettings } from './stage-settings.ts'
import type { Workspace } from './workspace.ts'

export type CandidateOutcome = { readonly stages: readonly StageRun<unknown>[] } & (
  | { readonly kind: 'instance'; readonly instance: Carried<Instance> }
  | { readonly kind: 'rejected'; readonly refs: Refs; readonly rejection: Rejection }
)

/** Cuts that are tried for one candidate, the first included. */
const mostCuts = 4

/**
 * detect → isolate → carve → validate → describe.
 * @throws UserError `disk-nearly-full`
 */
export async function runCandidate(
  candidate: Carried<Candidate>,
  settings: StageSettings,
  workspace: Workspace,
): Promise<CandidateOutcome> {
  await checkRoom(workspace)
  const detected = await runStage(detect, candidate, settings.detect, workspace, candidate.value.id)
  if (detected.kind === 'rejected')
    return { kind: 'rejected', refs: candidate.refs, rejection: detected.rejection, stages: [detected] }
  const stages: StageRun<unknown>[] = [detected]
  let cut: CutSettings = { ...settings.isolate, protect: [] }
  for (let tried = 1; ; tried += 1) {
    const outcome = await runCut(detected.carried, cut, settings, workspace, candidate.value.id)
    stages.push(...outcome.stages)
    const next = outcome.kind === 'instance' ? null : nextCut(outcome.rejection, cut)
    if (next === null || tried === mostCuts) return { ...outcome, stages }
    cut = next
  }
}

async function runCut(
  detected: Carried<TopLevelObjects>,
  cutSettings: CutSettings,
  settings: StageSettings,
  workspace: Workspace,
  subject: string,
): Promise<CandidateOutcome> {
  const cut = await runStage(isolate, detected, cutSettings, workspace, subject)
  if (cut.kind === 'rejected')
    return { kind: 'rejected', refs: detected.refs, rejection: cut.rejection, stages: [cut] }
  const carved = await runStage(carve, cut.carried, settings.carve, workspace, subject)
  if (carved.kind === 'rejected')
    return { kind: 'rejected', refs: cut.carried.refs, rejection: carved.rejection, stages: [cut, carved] }
  const proved = await runStage(validate, carved.carried, settings.validate, workspace, subject)
  const stages = [cut, carved, proved]
  if (proved.kind === 'rejected')
    return { kind: 'rejected', refs: carved.carried.refs, rejection: proved.rejection, stages }
  const described = await runStage(describe, proved.carried, settings.describe, workspace, subject)
  return described.kind === 'rejected'
    ? {
        kind: 'rejected',
        refs: proved.carried.refs,
        rejection: described.rejection,
        stages: [...stages, described],
      }
    : { kind: 'instance', instance: described.carried, stages: [...stages, described] }
}
