import { InfrastructureError, type Interpreter, type RepositoryDefinition, UserError } from '@quarry/core'
import type { PinnedSource } from '@quarry/source'
import type { MineOptions } from './api.ts'
import { afterRejection, earlierCandidates } from './earlier-candidates.ts'
import { readRecords, writeRecord } from './ledger.ts'
import { type MinedFailure, mineCandidates } from './mine-candidates.ts'
import { lockForMining } from './mining-lock.ts'
import { pinSource } from './pins.ts'
import { type PreparedRepository, prepareRepository } from './repository-line.ts'
import type { StageRun } from './run-stage.ts'
import { startRunLog } from './run-log.ts'
import { runTogether } from './run-together.ts'
import { stageSettings } from './stage-settings.ts'
import type { MinedRepository, MineSummary } from './summaries.ts'
import type { Workspace } from './workspace.ts'
import { writeInstanceList } from './write-instances.ts'

/** Repositories that are worked on at once; their test commands share one limit. */
const repositoriesAtOnce = 2

/**
 * Takes repositories through the whole line. What is in the store is not done again; a rejection or a machine's
 * trouble with one candidate stops no other.
 *
 * @throws UserError `already-mining` when another process mines into the same folder; and for what only the user can mend, before anything long has started where that is possible
 */
export async function mineRepositories(
  workspace: Workspace,
  definitions: readonly RepositoryDefinition[],
  options: MineOptions,
): Promise<MineSummary> {
  checkCandidates(definitions, options.candidates)
  const unlock = await lockForMining(workspace.out)
  try {
    return await mineLocked(workspace, definitions, options)
  } finally {
    await unlock()
  }
}

function checkCandidates(definitions: readonly RepositoryDefinition[], candidates: readonly string[]): void {
  const names = definitions.map(({ name }) => name)
  const foreign = candidates.find(
    (id) => id.includes(':') && !names.some((name) => id.startsWith(`${name}:`)),
  )
  if (foreign !== undefined)
    throw new UserError(
      `the candidate ${foreign} is of none of the repositories asked for: ${names.join(', ')}`,
      { code: 'no-such-candidate' },
    )
}

async function mineLocked(
  workspace: Workspace,
  definitions: readonly RepositoryDefinition[],
  options: MineOptions,
): Promise<MineSummary> {
  const log = startRunLog(workspace)
  log.workspace.events.emit({
    type: 'run-started',
    repositories: definitions.map((definition) => definition.name),
    sandbox: (await workspace.sandbox.describe()).summary,
  })
  const requests: RepositoryRequest[] = await Promise.all(
    definitions.map(async (definition) => ({
      definition,
      interpreter: await workspace.sandbox.findInterpreter(definition.python ?? null),
      source: await pinSource(workspace, definition, options.refresh),
    })),
  )
  const listInstances = async () => writeInstanceList(workspace, await readRecords(workspace.out))
  let repositories: MinedRepository[]
  try {
    repositories = await runTogether(requests, repositoriesAtOnce, workspace.signal, (request, signal) =>
      mineRepository({ ...log.workspace, signal }, request, options),
    )
  } catch (error) {
    // Interrupted, or ended by a bug or a mistake: what is finished is listed all the same.
    await listInstances().catch(() => undefined) // why it ended matters more
    throw error
  }
  await listInstances()
  const summary = { repositories, out: workspace.out }
  await log.finish(summary)
  return summary
}

/** A repository as it is asked for, with what this machine makes of it. */
interface RepositoryRequest {
  readonly definition: RepositoryDefinition
  readonly interpreter: Interpreter
  readonly source: PinnedSource
}

async function mineRepository(
  workspace: Workspace,
  { definition, interpreter, source }: RepositoryRequest,
  options: MineOptions,
): Promise<MinedRepository> {
  const started = performance.now()
  const settings = stageSettings(workspace, definition, interpreter)
  const { name } = definition
  const summarise = (part: Partial<MinedRepository>, stages: readonly StageRun<unknown>[]) => ({
    name,
    candidates: 0,
    instances: [],
    rejections: [],
    failures: [],
    ...part,
    stages: stages.length,
    cached_stages: stages.filter((stage) => stage.cached).length,
    duration_ms: Math.round(performance.now() - started),
  })
  try {
    const prepared = await prepareRepository(definition, source, settings, workspace)
    if (prepared.kind === 'rejected') {
      await recordRejection(workspace, name, prepared)
      const { stage, code, message } = prepared.rejection
      return summarise({ rejections: [{ candidate: name, stage, code, message }] }, prepared.stages)
    }
    const mined = await mineCandidates(name, prepared, settings, workspace, options)
    return summarise(mined.summary, [...prepared.stages, ...mined.stages])
  } catch (error) {
    // What fails because everything is being ended is not the machine's trouble.
    if (!(error instanceof InfrastructureError) || workspace.signal.aborted) throw error
    const failure: MinedFailure = { subject: name, code: error.code, message: error.message }
    return summarise({ failures: [failure] }, [])
  }
}

async function recordRejection(
  workspace: Workspace,
  repository: string,
  { refs, rejection, minedFrom }: Extract<PreparedRepository, { kind: 'rejected' }>,
): Promise<void> {
  const candidates = afterRejection(await earlierCandidates(workspace.out, repository), minedFrom)
  await writeRecord(workspace.out, { repository, refs, rejection, candidates })
  if (candidates.length === 0) return
  const message = `its earlier instances (${candidates.length}) stay: they come from other code or other settings`
  workspace.events.emit({ type: 'notice', subject: repository, message })
}
