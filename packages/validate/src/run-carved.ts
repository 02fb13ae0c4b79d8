import type { Environment, Outcome, Sandbox, TreeHash } from '@quarry/core'
import { type FileRun, openTestbed, pytestSettings, runTestFile, trustedOutcomes } from '@quarry/testrun'
import type { ValidateSettings } from './settings.ts'

/** Every given test file run on the carved tree, several times, each run in a process of its own. */
export interface CarvedRuns {
  /** One map per repeat, the files of a repeat together. */
  readonly runs: readonly ReadonlyMap<string, Outcome>[]
  /** The tails of what pytest said, by file; of repeats that said the same, one. */
  readonly logs: ReadonlyMap<string, string>
}

export async function runCarved(
  sandbox: Sandbox,
  environment: Environment,
  tree: TreeHash,
  files: readonly string[],
  settings: ValidateSettings,
  signal: AbortSignal,
  onFileDone: () => void,
): Promise<CarvedRuns> {
  const testbed = await openTestbed(sandbox, environment, tree, { network: settings.network }, signal)
  try {
    const pytest = pytestSettings(environment, settings)
    const runFile = async (file: string): Promise<FileRun> => {
      const run = await runTestFile(testbed, pytest, { file, hashSeed: environment.hash_seed }, signal)
      onFileDone()
      return run
    }
    const repeats = Array.from({ length: settings.carvedRuns }, () => Promise.all(files.map(runFile)))
    const repeated = await Promise.all(repeats)
    const byFile = Map.groupBy(repeated.flat(), (run) => run.path)
    return {
      runs: repeated.map((runs) => new Map(runs.flatMap((run) => [...trustedOutcomes(run)]))),
      logs: new Map([...byFile].map(([file, runs]) => [file, distinctLogs(runs)])),
    }
  } finally {
    await testbed.close()
  }
}

/** Durations differ from run to run and say nothing. */
function distinctLogs(runs: readonly FileRun[]): string {
  const logs = runs.map(({ log }) => log.replaceAll(/\bin \d+\.\d+s\b/g, 'in some time'))
  return [...new Set(logs)].join('\n')
}
