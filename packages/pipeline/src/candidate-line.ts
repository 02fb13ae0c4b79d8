import {
  type Candidate,
  type Instance,
  ObjectId,
  type Refs,
  type Rejection,
  type TopLevelObjects,
} from '@quarry/core'
import { carve } from '@quarry/carve'
import { describe } from '@quarry/describe'
import { detect } from '@quarry/detect'
import { isolate } from '@quarry/isolate'
import { validate } from '@quarry/validate'
import { z } from 'zod'
import { type Carried, runStage, type StageRun } from './run-stage.ts'
import type { StageSettings } from './stage-settings.ts'
import type { Workspace } from './workspace.ts'

export type CandidateOutcome = { readonly stages: readonly StageRun<unknown>[] } & (
  | { readonly kind: 'instance'; readonly instance: Carried<Instance> }
  | { readonly kind: 'rejected'; readonly refs: Refs; readonly rejection: Rejection }
)

/** An object that stays because the last carve broke a regression test. */
interface Protected {
  readonly object: string
  readonly test: string
}

/** A cut that broke regression tests is made again with the guilty objects kept, so many times at most. */
const mostRepairs = 3

const BrokenEvidence = z.object({ tests: z.array(z.string()).min(1), objects: z.array(ObjectId).min(1) })

/** detect → isolate → carve → validate → describe. */
export async function runCandidate(
  candidate: Carried<Candidate>,
  settings: StageSettings,
  workspace: Workspace,
): Promise<CandidateOutcome> {
  const detected = await runStage(detect, candidate, settings.detect, workspace, candidate.value.id)
  if (detected.kind === 'rejected')
    return { kind: 'rejected', refs: candidate.refs, rejection: detected.rejection, stages: [detected] }
  const stages: StageRun<unknown>[] = [detected]
  let protect: readonly Protected[] = []
  for (let repairs = 0; ; repairs += 1) {
    const outcome = await runCut(detected.carried, protect, settings, workspace, candidate.value.id)
    stages.push(...outcome.stages)
    if (outcome.kind === 'instance' || repairs === mostRepairs) return { ...outcome, stages }
    const more = guiltyObjects(outcome.rejection, protect)
    if (more.length === 0) return { ...outcome, stages }
    protect = [...protect, ...more]
  }
}

async function runCut(
  detected: Carried<TopLevelObjects>,
  protect: readonly Protected[],
  settings: StageSettings,
  workspace: Workspace,
  subject: string,
): Promise<CandidateOutcome> {
  const cut = await runStage(isolate, detected, { ...settings.isolate, protect }, workspace, subject)
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

/** What the rejection blames that is not protected yet; nothing when it is no broken regression test. */
function guiltyObjects(rejection: Rejection, known: readonly Protected[]): Protected[] {
  if (rejection.code !== 'p2p-broken') return []
  const evidence = BrokenEvidence.safeParse(rejection.evidence)
  if (!evidence.success) return []
  const test = evidence.data.tests[0] ?? ''
  return evidence.data.objects
    .filter((object) => !known.some((kept) => kept.object === object))
    .map((object) => ({ object, test }))
}
