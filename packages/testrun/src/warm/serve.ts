import type { Testbed } from '@quarry/core'
import { pytestCommand } from '../invocation.ts'
import type { PytestSettings, WarmUp } from '../model.ts'
import { type ProbeRun, probeRun } from '../probe-run.ts'
import { type Frame, frameReader } from './frames.ts'
import type { FilesInvocation } from './run-files.ts'

/** Why a warm process served no more files: `died` when it did not say. */
export type Ending =
  | 'done'
  | 'died'
  | { readonly unfit: string | null; readonly why: string }
  | { readonly spoiledBy: string; readonly why: string }

/** Beside the time that its files may take: to import, to fork, and to clean up. */
const ownSeconds = 120

/** Runs test files in forks of one process; `onRun` gets each as it ends. */
export async function serveWarm(
  testbed: Testbed,
  pytest: PytestSettings,
  invocation: FilesInvocation & { readonly warmUp: WarmUp },
  onRun: (path: string, run: ProbeRun) => void,
  signal: AbortSignal,
): Promise<Ending> {
  const { files, warmUp, fileSeconds, ...rest } = invocation
  const wallSeconds = files.length * fileSeconds + ownSeconds
  const command = pytestCommand(testbed, pytest, { ...rest, files: [], wallSeconds, warm: true })
  let ending: Ending = 'died'
  const failures: unknown[] = []
  const read = frameReader((frame) => {
    if (frame.record === 'ran') onRun(frame.path, runOf(frame))
    else ending = endingOf(frame)
  })
  const onStdout = (piece: Uint8Array): void => {
    try {
      if (failures.length === 0) read(piece)
    } catch (error) {
      failures.push(error) // whoever reads the stream has no use for it
    }
  }
  const stdin = new TextEncoder().encode(JSON.stringify({ files, ...warmUp, file_seconds: fileSeconds }))
  await testbed.run({ ...command, stdin, onStdout }, signal)
  if (failures.length > 0) throw failures[0]
  return ending
}

function runOf({ outcome, status, signal, stdout, stderr, duration }: Extract<Frame, { record: 'ran' }>) {
  return probeRun({
    outcome,
    status,
    signal,
    stdout,
    stderr: new TextEncoder().encode(stderr),
    truncated: false,
    durationMs: Math.round(duration * 1000),
  })
}

function endingOf(frame: Exclude<Frame, { record: 'ran' }>): Ending {
  switch (frame.record) {
    case 'unfit':
      return { unfit: frame.module, why: frame.why }
    case 'dirty':
      return { spoiledBy: frame.path, why: `it left something behind: ${frame.left}` }
    case 'done':
      return 'done'
  }
}
