import {
  artifactKey,
  Candidate,
  contentHash,
  type Observation,
  type Refs,
  type Rejection,
  type RepositoryDefinition,
  type Snapshot,
} from '@quarry/core'
import { environment } from '@quarry/environment'
import { listCandidates, observe } from '@quarry/observe'
import { type PinnedSource, source } from '@quarry/source'
import { minedFrom } from './mined-from.ts'
import { checkRoom } from './room.ts'
import { type Carried, runStage, type StageRun } from './run-stage.ts'
import type { StageSettings } from './stage-settings.ts'
import type { Workspace } from './workspace.ts'

/** A repository observed, with its candidates; or the stage that rejected it. */
export type PreparedRepository = RepositoryOutcome & {
  /** Names the code and the settings that it was prepared from. */
  readonly minedFrom: string
}

type RepositoryOutcome = { readonly stages: readonly StageRun<unknown>[] } & (
  | { readonly kind: 'rejected'; readonly refs: Refs; readonly rejection: Rejection }
  | {
      readonly kind: 'prepared'
      readonly refs: Refs
      readonly candidates: readonly Carried<Candidate>[]
      /** Test files that are no candidates, each with the reason. */
      readonly rejections: readonly { readonly path: string; readonly rejection: Rejection }[]
    }
)

/**
 * source → environment → observe: once per repository, whatever becomes of its candidates.
 * @throws UserError `disk-nearly-full`
 */
export async function prepareRepository(
  { name }: RepositoryDefinition,
  pinned: PinnedSource,
  settings: StageSettings,
  workspace: Workspace,
): Promise<PreparedRepository> {
  await checkRoom(workspace)
  const from = minedFrom(name, pinned, settings)
  return { minedFrom: from, ...(await runRepositoryStages(name, pinned, settings, workspace)) }
}

async function runRepositoryStages(
  name: string,
  pinned: PinnedSource,
  settings: StageSettings,
  workspace: Workspace,
): Promise<RepositoryOutcome> {
  const start = { value: { repository: name, source: pinned }, refs: {} }
  const fetched = await runStage(source, start, settings.source, workspace, name)
  if (fetched.kind === 'rejected')
    return { kind: 'rejected', refs: {}, rejection: fetched.rejection, stages: [fetched] }

  const built = await runStage(environment, fetched.carried, settings.environment, workspace, name)
  const stages = [fetched, built]
  if (built.kind === 'rejected')
    return { kind: 'rejected', refs: fetched.carried.refs, rejection: built.rejection, stages }
  workspace.environments.remember(built.carried.value)

  const observed = await runStage(observe, built.carried, settings.observe, workspace, name)
  const all = [...stages, observed]
  if (observed.kind === 'rejected')
    return { kind: 'rejected', refs: built.carried.refs, rejection: observed.rejection, stages: all }
  const snapshot = fetched.carried.value
  const { candidates, rejections } = await storeCandidates(snapshot, observed.carried, settings, workspace)
  return { kind: 'prepared', refs: observed.carried.refs, candidates, rejections, stages: all }
}

async function storeCandidates(
  snapshot: Snapshot,
  observed: Carried<Observation>,
  settings: StageSettings,
  workspace: Workspace,
) {
  const listed = listCandidates(observed.value, snapshot, settings.isolate.minF2pPoints)
  const candidates = await Promise.all(
    listed.candidates.map(async (draft): Promise<Carried<Candidate>> => {
      const unhashed = { ...draft, schema_version: 1 as const, refs: observed.refs }
      const candidate = Candidate.parse({ ...unhashed, content_hash: contentHash(unhashed) })
      const key = artifactKey('candidate', 2, [observed.refs, candidate.content_hash])
      await workspace.store.write('candidate', key, { kind: 'produced', artifact: candidate })
      return { value: candidate, refs: { ...observed.refs, candidate: key } }
    }),
  )
  workspace.events.emit({
    type: 'candidates-found',
    repository: snapshot.repository,
    total: candidates.length,
  })
  return { candidates, rejections: listed.rejections }
}
