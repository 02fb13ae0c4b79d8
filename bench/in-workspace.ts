import { resolve } from 'node:path'
import type { QuarryEvent } from '@quarry/core'
import { openWorkspace, type Workspace } from '@quarry/pipeline'

/** The directory whose `repos/` and `pipeline.config.ts` the benchmarks use. */
export const repositoryRoot = resolve(import.meta.dirname, '..')

/** Works with the stores and a sandbox until done or interrupted; how repositories come along is told on stderr. */
export async function inWorkspace<T>(
  options: { readonly out: string; readonly sandbox: string },
  work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
  const workspace = await openWorkspace(
    { directory: repositoryRoot, out: options.out, sandbox: sandboxKind(options.sandbox), overrides: {} },
    { emit: tellOfRepositories },
    interruption.signal,
  )
  try {
    return await work(workspace)
  } finally {
    await workspace.close()
  }
}

function sandboxKind(text: string): 'auto' | 'local' | 'docker' {
  if (text === 'auto' || text === 'local' || text === 'docker') return text
  throw new Error(`--sandbox ${text}: auto, local or docker`)
}

/** One line for each stage of a repository, none for those of its candidates. */
function tellOfRepositories(event: QuarryEvent): void {
  if (event.type === 'notice') tell(`${event.subject}: ${event.message}`)
  if (event.type !== 'stage-finished' || event.subject.includes(':')) return
  const { subject, stage, cached, durationMs, rejection } = event
  const time = cached ? 'from the store' : `${(durationMs / 1000).toFixed(1)} s`
  tell(
    `${subject}: ${stage} ${rejection === null ? time : `rejected: ${rejection.code}: ${rejection.message}`}`,
  )
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}
