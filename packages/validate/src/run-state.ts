import type { Environment, Outcome, Sandbox, TreeHash } from '@quarry/core'
import { openTestbed, pytestSettings, runTestFile } from '@quarry/testrun'
import type { ValidateSettings } from './settings.ts'

/** Every given test file run on one tree, `repeats` times, each run in a process of its own. */
export interface StateRuns {
  /** One map per repeat, the files of a repeat together. */
  readonly runs: readonly ReadonlyMap<string, Outcome>[]
  /** The tail of what pytest said, by file, of the first repeat. */
  readonly logs: ReadonlyMap<string, string>
}

export async function runState(
  sandbox: Sandbox,
  environment: Environment,
  tree: TreeHash,
  files: readonly string[],
  repeats: number,
  settings: ValidateSettings,
  signal: AbortSignal,
  onFileDone: () => void,
): Promise<StateRuns> {
  const testbed = await openTestbed(sandbox, environment, tree, { network: settings.network }, signal)
  try {
    const pytest = pytestSettings(environment, settings)
    const repeated = await Promise.all(
      Array.from({ length: repeats }, () =>
        Promise.all(
          files.map(async (file) => {
            const run = await runTestFile(testbed, pytest, { file, hashSeed: environment.hash_seed }, signal)
            onFileDone()
            return run
          }),
        ),
      ),
    )
    return {
      runs: repeated.map((runs) => new Map(runs.flatMap((run) => [...run.outcomes]))),
      logs: new Map((repeated[0] ?? []).map((run) => [run.path, run.log])),
    }
  } finally {
    await testbed.close()
  }
}
