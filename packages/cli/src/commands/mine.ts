import { UserError } from '@quarry/core'
import { mineRepositories, type MineSummary } from '@quarry/pipeline'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { paintFor, printJson, printResult } from '../output.ts'
import type { ProgressStyle } from '../progress/open.ts'
import { renderMineSummary } from '../render/mine-summary.ts'
import { selectRepositories } from '../repositories/select.ts'
import { withWorkspace } from '../with-workspace.ts'
import { findWorkspaceDirectory } from '../workspace-directory.ts'

export interface MineFlags {
  readonly out?: string
  readonly sandbox: 'auto' | 'local' | 'docker'
  readonly progress: ProgressStyle
  readonly concurrency?: number
  readonly python?: string
  readonly candidate?: readonly string[]
  readonly maxCandidates?: number
  readonly seed?: number
  readonly repeats?: number
  readonly tracer?: 'auto' | 'python'
  readonly refresh?: true
  readonly json?: true
}

/** `quarry mine`: prints the summary. */
export async function mine(
  names: readonly string[],
  flags: MineFlags,
  signal: AbortSignal,
): Promise<ExitStatus> {
  if (flags.python !== undefined && !/^3\.\d+$/.test(flags.python))
    throw new UserError(`--python ${flags.python}: write it as 3.11`, { code: 'bad-python-version' })
  const directory = findWorkspaceDirectory(process.cwd())
  const candidates = flags.candidate ?? []
  const wanted = names.length > 0 ? names : repositoriesOf(candidates)
  const requests = await selectRepositories(directory, wanted, flags.python)
  const overrides = {
    ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.repeats === undefined ? {} : { outcomeRuns: flags.repeats }),
    ...(flags.tracer === undefined ? {} : { tracer: flags.tracer }),
  }
  const options = {
    candidates,
    maxCandidates: flags.maxCandidates ?? null,
    refresh: flags.refresh === true,
  }
  const summary = await withWorkspace({ ...flags, directory, overrides }, signal, (workspace) =>
    mineRepositories(workspace, requests, options),
  )
  if (flags.json) printJson(summary)
  else printResult(renderMineSummary(summary, process.cwd(), paintFor(process.stdout)))
  return statusOf(summary)
}

/** A candidate's id begins with its repository: naming it is enough. */
function repositoriesOf(candidates: readonly string[]): string[] {
  const names = candidates.flatMap((id) => (id.includes(':') ? [id.slice(0, id.indexOf(':'))] : []))
  return [...new Set(names)]
}

/** A run without any instance, or with trouble of the machine, must not look like a success to a script. */
function statusOf(summary: MineSummary): ExitStatus {
  const instances = summary.repositories.some((repository) => repository.instances.length > 0)
  const failures = summary.repositories.some((repository) => repository.failures.length > 0)
  return instances && !failures ? exitStatus.ran : exitStatus.failed
}
