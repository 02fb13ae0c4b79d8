import type { PipelineConfigInput, SandboxKind } from '@quarry/core'
import { openWorkspace, type Workspace } from '@quarry/pipeline'
import { resolve } from 'node:path'
import { openProgress, type ProgressStyle } from './progress/open.ts'

export interface WorkspaceFlags {
  readonly directory: string
  /** As typed: relative to where the command was started. */
  readonly out?: string | undefined
  readonly sandbox?: 'auto' | SandboxKind | undefined
  readonly progress?: ProgressStyle | undefined
  readonly overrides?: PipelineConfigInput | undefined
}

/** Opens a workspace with progress on stderr, and closes both whatever comes. */
export async function withWorkspace<T>(
  flags: WorkspaceFlags,
  signal: AbortSignal,
  work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const progress = await openProgress(flags.progress ?? 'auto', signal)
  try {
    const workspace = await openWorkspace(
      {
        directory: flags.directory,
        ...(flags.out === undefined ? {} : { out: resolve(flags.out) }),
        sandbox: flags.sandbox ?? 'auto',
        overrides: flags.overrides ?? {},
      },
      progress,
      signal,
    )
    try {
      return await work(workspace)
    } finally {
      await workspace.close()
    }
  } finally {
    progress.close()
  }
}
