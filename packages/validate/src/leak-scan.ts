import { BugError, type Environment, InfrastructureError, type Sandbox, type TreeHash } from '@quarry/core'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const scannerDirectory = fileURLToPath(new URL('../scanner', import.meta.url))

const ScanAnswer = z.strictObject({
  files: z.number(),
  bytecode: z.array(z.string()),
  copies: z.array(z.tuple([z.string(), z.string()])),
})

export interface LeakScan {
  readonly lines: number
  readonly files: number
  readonly copies: readonly { readonly path: string; readonly line: string }[]
  /** Compiled files that an agent would find: there must be none. */
  readonly bytecode: readonly string[]
}

/**
 * Searches everything that an agent gets (start tree, overlay, site, environment) for the removed lines.
 * Paths are given as `testbed:…`, `site:…` or `environment:…`.
 */
export async function scanForLeaks(
  sandbox: Sandbox,
  environment: Environment,
  start: TreeHash,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<LeakScan> {
  const { tag, overlay, site } = environment
  const testbed = await sandbox.openTestbed(
    { tag, tree: start, overlay, site, tools: scannerDirectory, network: 'loopback' },
    signal,
  )
  try {
    const { paths } = testbed
    const directories = { testbed: paths.testbed, site: paths.site, environment: paths.environment }
    const command = {
      argv: [testbed.python, '-I', `${paths.tools}/find_lines.py`],
      stdin: new TextEncoder().encode(JSON.stringify({ lines, directories })),
    }
    const result = await testbed.run(command, signal)
    if (result.outcome !== 'exited' || result.status !== 0)
      throw new InfrastructureError(
        `the leak scan ended with ${result.outcome} ${result.status ?? ''}: ${tail(result.stderr)}`,
        { code: 'leak-scan-failed' },
      )
    const answer = ScanAnswer.safeParse(JSON.parse(new TextDecoder().decode(result.stdout)))
    if (!answer.success)
      throw new BugError('the leak scanner answered nonsense', { code: 'leak-scan-answer' })
    const copies = answer.data.copies.map(([path, line]) => ({ path, line }))
    return { lines: lines.length, files: answer.data.files, copies, bytecode: answer.data.bytecode }
  } finally {
    await testbed.close()
  }
}

function tail(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trim().split('\n').slice(-3).join(' | ')
}
