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
export function runQuarry(cwd: string, ...argv: readonly string[]): Promise<Finished> {
  return runQuarryIn({ cwd, variables: {} }, ...argv)
}

/** The same, with environment variables beside those of the tests. */
export async function runQuarryIn(
  place: { readonly cwd: string; readonly variables: Readonly<Record<string, string>> },
  ...argv: readonly string[]
): Promise<Finished> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [programFile, ...argv], {
    cwd: place.cwd,
    reject: false,
    env: { NO_COLOR: '1', FORCE_COLOR: undefined, COLUMNS: '80', ...place.variables },
  })
  return { status: exitCode, stdout, stderr }
}
