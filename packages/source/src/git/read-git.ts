import { InfrastructureError } from '@quarry/core'
import { readingEnvironment } from './git-environment.ts'

const mostOutput = 4 * 1024 ** 3

export interface GitReading {
  readonly input?: string
  readonly signal: AbortSignal
}

/**
 * The bytes that a reading git command prints in a directory, or null when git says no.
 * @throws InfrastructureError `git-failed` when git could not be run at all.
 */
export async function tryReadGit(
  directory: string,
  args: readonly string[],
  { input = '', signal }: GitReading,
): Promise<Buffer | null> {
  const { execa } = await import('execa')
  const result = await execa('git', args, {
    cwd: directory,
    env: readingEnvironment(directory),
    extendEnv: false,
    input,
    encoding: 'buffer',
    stripFinalNewline: false,
    maxBuffer: mostOutput,
    reject: false,
    cancelSignal: signal,
  })
  signal.throwIfAborted()
  if (result.exitCode === 0) return Buffer.from(result.stdout)
  if (result.exitCode !== undefined) return null
  throw new InfrastructureError(
    `git ${args[0]} could not be run in ${directory}; see that git is installed`,
    {
      code: 'git-failed',
      cause: result,
    },
  )
}

/** The same for a command that has to succeed. */
export async function readGit(
  directory: string,
  args: readonly string[],
  reading: GitReading,
): Promise<Buffer> {
  const output = await tryReadGit(directory, args, reading)
  if (output !== null) return output
  throw new InfrastructureError(
    `git ${args.join(' ')} failed in ${directory}; the repository may be damaged`,
    {
      code: 'git-failed',
    },
  )
}

/** Texts that end with NUL each. */
export function splitNul(output: Buffer): string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((text) => text !== '')
}
