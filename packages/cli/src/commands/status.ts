import { readStatus } from '@quarry/pipeline'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { paintFor, printJson, printResult } from '../output.ts'
import { renderStatus } from '../render/status.ts'
import { openArchiveFrom } from '../open-archive.ts'

export interface StatusFlags {
  readonly out?: string
  readonly json?: true
}

/** `quarry status`: prints what has been mined so far. */
export async function status(flags: StatusFlags): Promise<ExitStatus> {
  const report = await readStatus(await openArchiveFrom(process.cwd(), flags.out))
  if (flags.json) printJson(report)
  else printResult(renderStatus(report, process.cwd(), paintFor(process.stdout)))
  return exitStatus.ran
}
