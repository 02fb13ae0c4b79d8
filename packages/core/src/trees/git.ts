import { InfrastructureError, UserError } from '../errors/errors.ts'

/** What one git command left behind; bytes, never decoded. */
export interface GitOutput {
  readonly exitCode: number
  readonly stdout: Buffer
  readonly stderr: string
}

export interface GitCommandOptions {
  readonly input?: Uint8Array | string
  /** A private index, so that commands at the same time don't meet. */
  readonly index?: string
}

const gigabyte = 1024 ** 3

/**
 * The whole environment of every git that serves a tree store. GIT_DIR is given, not searched for, so git's check of the
 * owner doesn't apply; HOME is the store, which holds no configuration and no attributes of anybody.
 */
export function gitEnvironment(directory: string, index?: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    GIT_DIR: directory,
    HOME: directory,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
  }
}

/**
 * Runs git on a bare repository and hands back how it ended, whatever that is.
 * @throws UserError `git-missing`; InfrastructureError `git-failed` when git was killed or could not be started.
 */
export async function runGit(
  directory: string,
  args: readonly string[],
  options: GitCommandOptions = {},
): Promise<GitOutput> {
  const { execa } = await import('execa')
  const result = await execa('git', args, {
    cwd: directory,
    env: gitEnvironment(directory, options.index),
    extendEnv: false,
    input: options.input ?? '',
    encoding: 'buffer',
    stripFinalNewline: false,
    maxBuffer: gigabyte,
    reject: false,
  })
  if (result.exitCode === undefined) throw startFailure(args, result)
  return {
    exitCode: result.exitCode,
    stdout: Buffer.from(result.stdout),
    stderr: Buffer.from(result.stderr).toString('utf8').trim(),
  }
}

/**
 * The output of a git command that has to succeed.
 * @throws InfrastructureError `git-failed` with what git said.
 */
export async function git(
  directory: string,
  args: readonly string[],
  options: GitCommandOptions = {},
): Promise<Buffer> {
  const { exitCode, stdout, stderr } = await runGit(directory, args, options)
  if (exitCode === 0) return stdout
  throw new InfrastructureError(
    `git ${args[0]} failed in ${directory} (exit status ${exitCode}): ${stderr}`,
    {
      code: 'git-failed',
    },
  )
}

function startFailure(
  args: readonly string[],
  failure: { code?: string | undefined; shortMessage?: string | undefined },
) {
  if (failure.code === 'ENOENT')
    return new UserError('git was not found; install it and see that it is on PATH', {
      code: 'git-missing',
      cause: failure,
    })
  return new InfrastructureError(
    `git ${args[0]} did not end by itself: ${failure.shortMessage ?? 'unknown reason'}`,
    {
      code: 'git-failed',
      cause: failure,
    },
  )
}
