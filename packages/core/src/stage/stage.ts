import type { z } from 'zod'
import type { ArtifactHeader, StageName } from '../artifacts/common.ts'
import type { Sandboxes } from '../contracts/sandbox.ts'
import type { ArtifactReader } from '../contracts/artifact-reader.ts'
import type { Model } from '../contracts/model.ts'
import type { EventSink } from '../events/events.ts'
import type { TreeStore } from '../contracts/tree-store.ts'
import type { StageResult } from './result.ts'

/** Everything that a stage sees beside its input. */
export interface StageContext<Settings> {
  readonly settings: Settings
  readonly signal: AbortSignal
  readonly store: ArtifactReader
  readonly trees: TreeStore
  readonly sandboxes: Sandboxes
  readonly events: EventSink
  /** Null: everything works without one. */
  readonly model: Model | null
  /** Names what is being worked on in events: a repository or candidate id. */
  readonly subject: string
}

/** One step of the line: a plain object that turns one typed artifact into the next. */
export interface Stage<Input, Output extends ArtifactHeader, Settings> {
  readonly name: StageName
  /** Raised when the same input may give another output. */
  readonly version: number
  readonly input: z.ZodType<Input>
  readonly output: z.ZodType<Output>
  /** Only what the result depends on: JSON values, in a fixed order. Use the input's content_hash and the settings used. */
  cacheKey(input: Input, settings: Settings): readonly unknown[]
  run(input: Input, context: StageContext<Settings>): Promise<StageResult<Output>>
}
