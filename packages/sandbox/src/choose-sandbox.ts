import { type Sandbox, type SandboxKind, UserError } from '@quarry/core'
import { type DockerSandboxOptions, openDockerSandbox } from './docker/open-docker-sandbox.ts'
import { type LocalSandboxOptions, openLocalSandbox } from './local/open-local-sandbox.ts'

export type SandboxOptions = LocalSandboxOptions & DockerSandboxOptions

/**
 * Opens the sandbox that was asked for; `auto` is Docker where an engine answers, else the local one, and its
 * description says why.
 * @throws what `openLocalSandbox` and `openDockerSandbox` throw.
 */
export async function chooseSandbox(kind: 'auto' | SandboxKind, options: SandboxOptions): Promise<Sandbox> {
  if (kind === 'local') return openLocalSandbox(options)
  if (kind === 'docker') return openDockerSandbox(options)
  try {
    return chosen(await openDockerSandbox(options), 'an engine answers')
  } catch (error) {
    if (!(error instanceof UserError) || !noEngine.has(error.code)) throw error
    return chosen(await openLocalSandbox(options), withoutAdvice(error.message))
  }
}

/** The first sentence, to be part of another. */
function withoutAdvice(message: string): string {
  const sentence = message.replace(/\. .*$/s, '')
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

const noEngine = new Set(['no-container-engine', 'engine-permission-denied'])

function chosen(sandbox: Sandbox, why: string): Sandbox {
  return {
    ...sandbox,
    describe: async () => {
      const report = await sandbox.describe()
      return { ...report, summary: `${report.summary} (chosen because ${why})` }
    },
  }
}
