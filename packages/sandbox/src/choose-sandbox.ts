import { UserError, type Sandbox, type SandboxKind } from '@quarry/core'
import { openLocalSandbox, type LocalSandboxOptions } from './local/open-local-sandbox.ts'

/**
 * Opens the sandbox that was asked for; `auto` is the local one in this version, and its description says so.
 * @throws UserError `docker-not-available-yet`, and what `openLocalSandbox` throws.
 */
export async function chooseSandbox(
  kind: 'auto' | SandboxKind,
  options: LocalSandboxOptions,
): Promise<Sandbox> {
  if (kind === 'docker') {
    throw new UserError(
      'The Docker sandbox is not part of this version of Quarry. Use the local one: --sandbox local.',
      { code: 'docker-not-available-yet' },
    )
  }
  const sandbox = await openLocalSandbox(options)
  return kind === 'local' ? sandbox : { ...sandbox, describe: () => describeChosen(sandbox) }
}

async function describeChosen(sandbox: Sandbox): ReturnType<Sandbox['describe']> {
  const report = await sandbox.describe()
  return {
    ...report,
    summary: `${report.summary} (chosen because this version of Quarry has no other)`,
  }
}
