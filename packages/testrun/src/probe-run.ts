import { type CommandResult, InfrastructureError, type Testbed } from '@quarry/core'
import { pytestCommand, type Invocation } from './invocation.ts'
import type { PytestSettings } from './model.ts'
import { parseRecords, type ProbeRecord } from './records.ts'

/** What one process with the probe in it left. */
export interface ProbeRun {
  readonly records: readonly ProbeRecord[]
  readonly result: CommandResult
  readonly log: string
}

/**
 * Runs pytest under the probe.
 * @throws InfrastructureError `probe-did-not-start` when the process ended by itself without a single record.
 */
export async function runProbe(
  testbed: Testbed,
  pytest: PytestSettings,
  invocation: Invocation,
  signal: AbortSignal,
): Promise<ProbeRun> {
  const run = probeRun(await testbed.run(pytestCommand(testbed, pytest, invocation), signal))
  const { records, result, log } = run
  if (records.length === 0 && result.outcome === 'exited') {
    const what = `the probe did not start in ${testbed.paths.testbed} (exit status ${result.status}); check that the`
    throw new InfrastructureError(
      `${what} environment's interpreter ${testbed.python} runs there. It said: ${log}`,
      {
        code: 'probe-did-not-start',
      },
    )
  }
  return run
}

/** What a process that ended has told. */
export function probeRun(result: CommandResult): ProbeRun {
  return { records: parseRecords(result.stdout), result, log: tail(result.stderr) }
}

const tailCharacters = 8000

function tail(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trimEnd().slice(-tailCharacters)
}
