import { join, resolve } from 'node:path'
import { examine } from '../doctor/examine.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { paintFor, printJson, printResult } from '../output.ts'
import { renderDoctorReport } from '../render/doctor-report.ts'
import { withWorkspace } from '../with-workspace.ts'
import { findWorkspaceDirectory } from '../workspace-directory.ts'

export interface DoctorFlags {
  readonly out?: string
  readonly sandbox: 'auto' | 'local' | 'docker'
  readonly json?: true
}

/** `quarry doctor`: prints what this machine gives and lacks; failed when something is missing. */
export async function doctor(flags: DoctorFlags, signal: AbortSignal): Promise<ExitStatus> {
  const directory = findWorkspaceDirectory(process.cwd())
  const report = await examine(
    flags.out === undefined ? join(directory, 'out') : resolve(flags.out),
    (work) => withWorkspace({ ...flags, directory, progress: 'none' }, signal, work),
  )
  if (flags.json) printJson(report)
  else printResult(renderDoctorReport(report, paintFor(process.stdout)))
  return report.ready ? exitStatus.ran : exitStatus.failed
}
