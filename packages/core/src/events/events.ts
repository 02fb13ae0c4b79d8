import type { StageName } from '../artifacts/common.ts'
import type { Rejection } from '../stage/result.ts'

/** What happens in a run, in the order it happens. Renderers and the event log are all that listens. */
export type QuarryEvent =
  | { readonly type: 'run-started'; readonly repositories: readonly string[]; readonly sandbox: string }
  | { readonly type: 'stage-started'; readonly stage: StageName; readonly subject: string }
  /** Within a stage: `done` of `total` units of `what`. */
  | {
      readonly type: 'stage-progress'
      readonly stage: StageName
      readonly subject: string
      readonly what: string
      readonly done: number
      readonly total: number
    }
  | {
      readonly type: 'stage-finished'
      readonly stage: StageName
      readonly subject: string
      readonly cached: boolean
      readonly durationMs: number
      readonly rejection: Rejection | null
    }
  /** Something a person should know that changes no result. */
  | { readonly type: 'notice'; readonly subject: string; readonly message: string }
  | { readonly type: 'candidates-found'; readonly repository: string; readonly total: number }
  | { readonly type: 'instance-written'; readonly instanceId: string; readonly directory: string }
  | {
      readonly type: 'prediction-scored'
      readonly instanceId: string
      readonly resolved: boolean
      readonly done: number
      readonly total: number
    }
  | { readonly type: 'run-finished'; readonly durationMs: number }

export interface EventSink {
  emit(event: QuarryEvent): void
}
