import { explain as explainSubject } from '@quarry/pipeline'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { paintFor, printJson, printResult } from '../output.ts'
import { renderExplanation } from '../render/explanation.ts'
import { openArchiveFrom } from '../open-archive.ts'

export interface ExplainFlags {
  readonly out?: string
  readonly json?: true
}

/** `quarry explain`: prints what became of a candidate, an instance or a repository. */
export async function explain(id: string, flags: ExplainFlags): Promise<ExitStatus> {
  const explanation = await explainSubject(await openArchiveFrom(process.cwd(), flags.out), id)
  if (flags.json) printJson(explanation)
  else printResult(renderExplanation(explanation, process.cwd(), paintFor(process.stdout)))
  return exitStatus.ran
}
