import { InfrastructureError, redactUrl, UserError } from '@quarry/core'
import pRetry from 'p-retry'
import { type SimpleGit, simpleGit } from 'simple-git'
import { remoteEnvironment } from './git-environment.ts'

/** simple-git with the user's own settings, and nothing that asks a person or runs a command of the URL's choice. */
export function remoteGit(directory: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): SimpleGit {
  const variables = remoteEnvironment(environment)
  return simpleGit({
    baseDir: directory,
    abort: signal,
    allowEnvironment: Object.keys(variables),
    // These come from the user's own environment, and are what makes the user's own git work.
    unsafe: userSettings,
  }).env(variables)
}

const userSettings = {
  allowUnsafeSshCommand: true,
  allowUnsafeAskPass: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeGitProxy: true,
  allowUnsafeUrlRewrite: true,
  allowUnsafeExec: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
}

/**
 * Runs something that reaches a remote repository; a failure of the network is tried again a few times.
 * @throws UserError `git-repository-not-found` when the repository refuses or isn't there; InfrastructureError `git-failed`.
 */
export async function reachRemote<T>(url: string, signal: AbortSignal, use: () => Promise<T>): Promise<T> {
  return pRetry(
    async () => {
      try {
        return await use()
      } catch (error) {
        signal.throwIfAborted()
        throw explain(url, error)
      }
    },
    {
      retries: 3,
      minTimeout: 500,
      factor: 3,
      signal,
      shouldRetry: ({ error }) => error instanceof InfrastructureError,
    },
  )
}

const notThere =
  /not found|does not exist|not appear to be a git repository|authentication failed|could not read (user|pass)|permission denied|access denied|terminal prompts disabled|transport '.*' not allowed|dubious ownership/i

function explain(url: string, error: unknown): Error {
  const said = redactUrl(error instanceof Error ? error.message.trim() : String(error))
  const shown = redactUrl(url)
  if (/ENOENT/.test(said))
    return new UserError('git was not found; install it and see that it is on PATH', {
      code: 'git-missing',
      cause: error,
    })
  if (notThere.test(said))
    return new UserError(`git cannot read ${shown}: ${said}; check the URL and the login`, {
      code: 'git-repository-not-found',
      cause: error,
    })
  return new InfrastructureError(`git failed to read ${shown}: ${said}; check the network, then run again`, {
    code: 'git-failed',
    cause: error,
  })
}
