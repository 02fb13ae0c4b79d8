import { readStatus } from '@quarry/pipeline'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { paintFor, printJson, printResult } from '../output.ts'
import { renderStatus } from '../render/status.ts'
import { withWorkspace } from '../with-workspace.ts'
import { findWorkspaceDirectory } from '../workspace-directory.ts'

export interface StatusFlags {
  readonly out?: string
  readonly json?: true
}

/** `quarry status`: prints what has been mined so far. */
export async function status(flags: StatusFlags, signal: AbortSignal): Promise<ExitStatus> {
  const directory = findWorkspaceDirectory(process.cwd())
  const report = await withWorkspace({ ...flags, directory, progress: 'none' }, signal, readStatus)
  if (flags.json) printJson(report)
  else printResult(renderStatus(report, process.cwd(), paintFor(process.stdout)))
  return exitStatus.ran
}
