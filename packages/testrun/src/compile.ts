import { InfrastructureError, type Testbed } from '@quarry/core'
import { z } from 'zod'

const Line = z.tuple([z.string(), z.string()])
const wallSeconds = 120

/**
 * Compiles files with the testbed's own Python and executes nothing. Returns what does not compile, by path.
 * @throws InfrastructureError `compile-check-failed` when the interpreter did not come to its end.
 */
export async function compileSources(
  testbed: Testbed,
  files: ReadonlyMap<string, Uint8Array>,
  signal: AbortSignal,
): Promise<readonly { path: string; message: string }[]> {
  const lines = [...files].map(
    ([path, bytes]) => `${JSON.stringify([path, Buffer.from(bytes).toString('base64')])}\n`,
  )
  const argv = [testbed.python, '-I', `${testbed.paths.tools}/quarry_compile.py`]
  const stdin = new TextEncoder().encode(lines.join(''))
  const result = await testbed.run({ argv, stdin, limits: { wallSeconds } }, signal)
  const answers = new TextDecoder().decode(result.stdout).split('\n').slice(0, -1)
  const parsed = answers.map((answer) => Line.parse(JSON.parse(answer)))
  if (result.outcome !== 'exited' || result.status !== 0 || parsed.at(-1)?.[0] !== '') {
    const said = new TextDecoder().decode(result.stderr).slice(-2000)
    throw new InfrastructureError(
      `${testbed.python} did not finish compiling ${files.size} files (${result.outcome}, status ${result.status}): ${said}`,
      { code: 'compile-check-failed' },
    )
  }
  return parsed.slice(0, -1).map(([path, message]) => ({ path, message }))
}
