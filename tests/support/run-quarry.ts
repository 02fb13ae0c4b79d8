import { execa } from 'execa'
import { fileURLToPath } from 'node:url'

/** The program as it is installed: plain JavaScript that starts the CLI from source. */
export const programFile = fileURLToPath(new URL('../../packages/cli/bin/quarry.js', import.meta.url))

export interface Finished {
  readonly status: number | undefined
  readonly stdout: string
  readonly stderr: string
}

/** Runs the real program without colours, in a directory of the test's own. */
export async function runQuarry(cwd: string, ...argv: readonly string[]): Promise<Finished> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [programFile, ...argv], {
    cwd,
    reject: false,
    env: { NO_COLOR: '1', FORCE_COLOR: undefined, COLUMNS: '80' },
  })
  return { status: exitCode, stdout, stderr }
}
