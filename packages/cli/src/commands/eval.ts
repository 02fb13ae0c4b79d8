import { evaluatePredictions } from '@quarry/pipeline'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { paintFor, printJson, printResult } from '../output.ts'
import type { ProgressStyle } from '../progress/open.ts'
import { renderEvaluation } from '../render/evaluation.ts'
import { withWorkspace } from '../with-workspace.ts'
import { findWorkspaceDirectory } from '../workspace-directory.ts'

export interface EvalFlags {
  readonly predictions: string
  readonly instances?: readonly string[]
  readonly out?: string
  readonly sandbox: 'auto' | 'local' | 'docker'
  readonly progress: ProgressStyle
  readonly concurrency?: number
  readonly json?: true
}

/** `quarry eval`: prints the rates and what became of each instance. */
export async function evaluate(flags: EvalFlags, signal: AbortSignal): Promise<ExitStatus> {
  const directory = findWorkspaceDirectory(process.cwd())
  const { predictions } = flags
  const source = predictions === 'gold' || predictions === 'noop' ? predictions : { file: predictions }
  const overrides = flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }
  const summary = await withWorkspace({ ...flags, directory, overrides }, signal, (workspace) =>
    evaluatePredictions(workspace, source, flags.instances ?? []),
  )
  if (flags.json) printJson(summary)
  else printResult(renderEvaluation(summary, paintFor(process.stdout)))
  return summary.instances.some((instance) => instance.status === 'error')
    ? exitStatus.failed
    : exitStatus.ran
}
