import { CommanderError } from '@commander-js/extra-typings'
import { type ExitStatus, exitStatus } from './exit-status.ts'
import { listenForInterruption } from './interruption.ts'
import { closeQuietlyOnBrokenPipe, printMessage } from './output.ts'
import { createProgram } from './program.ts'

/** Runs one command line from its arguments to its exit status. */
export async function run(argv: readonly string[]): Promise<ExitStatus> {
  closeQuietlyOnBrokenPipe()
  const interruption = listenForInterruption(printMessage)
  let status: ExitStatus = exitStatus.ran
  const program = createProgram(interruption.signal, (commandStatus) => {
    status = commandStatus
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return interruption.signal.aborted ? exitStatus.interrupted : status
  } catch (error) {
    if (interruption.signal.aborted) return exitStatus.interrupted
    // Commander has printed its own message already; help and version end with status 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.ran : exitStatus.userError
    const { describeError } = await import('./describe-error.ts')
    const described = describeError(error)
    printMessage(described.text)
    return described.status
  } finally {
    interruption.stop()
  }
}
