import type { Testbed } from '@quarry/core'
import { foldOutcomes } from './fold.ts'
import type { FileRun, PytestSettings } from './model.ts'
import { type ProbeRun, runProbe } from './probe-run.ts'
import { recordsOf } from './records.ts'
import { runStatus } from './status.ts'
import type { SharedWarmUp } from './warm/warm-up.ts'
import { runFiles } from './warm/run-files.ts'

/** Runs one test file, untraced, in a process of its own. Whatever the tests do is in the result, never an error. */
export async function runTestFile(
  testbed: Testbed,
  pytest: PytestSettings,
  options: { readonly file: string; readonly hashSeed: number },
  signal: AbortSignal,
): Promise<FileRun> {
  const { file, hashSeed } = options
  const invocation = { mode: 'run', files: [file], hashSeed, wallSeconds: pytest.fileSeconds } as const
  return fileRun(file, await runProbe(testbed, pytest, invocation, signal))
}

/** Runs many test files as `runTestFile` runs one, at less cost; `onRun` gets each as it ends. */
export async function runTestFiles(
  testbed: Testbed,
  pytest: PytestSettings,
  options: { readonly files: readonly string[]; readonly hashSeed: number; readonly warm: SharedWarmUp },
  onRun: (run: FileRun) => void,
  signal: AbortSignal,
): Promise<void> {
  const { warm, ...rest } = options
  const invocation = { mode: 'run', ...rest, fileSeconds: pytest.fileSeconds } as const
  await runFiles(testbed, pytest, invocation, warm, (path, run) => onRun(fileRun(path, run)), signal)
}

/** The verdicts of one process; points that are not Python functions are left out. */
export function fileRun(path: string, { records, result, log }: ProbeRun): FileRun {
  const foreign = new Set(recordsOf(records, 'item').flatMap((item) => (item.function ? [] : [item.id])))
  const outcomes = [...foldOutcomes(records)].filter(([id]) => !foreign.has(id))
  return {
    path,
    status: runStatus(records, result),
    outcomes: new Map(outcomes),
    exitStatus: result.status,
    log,
    durationMs: result.durationMs,
  }
}
