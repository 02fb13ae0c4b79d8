import type { StageName } from '@quarry/core'

/** An instance as a run reports it. */
export interface MinedInstance {
  readonly instance_id: string
  readonly candidate: string
  /** Absolute path of the instance's folder. */
  readonly directory: string
  readonly carved_lines: number
  readonly fail_to_pass: number
  readonly pass_to_pass: number
}

/** A candidate (or a whole repository) that went no further. */
export interface MinedRejection {
  readonly candidate: string
  readonly stage: StageName
  readonly code: string
  readonly message: string
}

export interface MinedRepository {
  readonly name: string
  readonly candidates: number
  readonly instances: readonly MinedInstance[]
  readonly rejections: readonly MinedRejection[]
  /** Infrastructure trouble: nothing was decided, the next run tries again. */
  readonly failures: readonly { readonly subject: string; readonly code: string; readonly message: string }[]
  /** Stage runs that came from the store. */
  readonly cached_stages: number
  readonly stages: number
  readonly duration_ms: number
}

/** What `quarry mine` answers. */
export interface MineSummary {
  readonly repositories: readonly MinedRepository[]
  readonly out: string
}
