import { z } from 'zod'

/** The stages of the line, in order. A candidate is written by the pipeline, between observe and detect. */
export const stageNames = [
  'source',
  'environment',
  'observe',
  'candidate',
  'detect',
  'isolate',
  'carve',
  'validate',
  'describe',
] as const

export const StageName = z.enum(stageNames)
export type StageName = z.infer<typeof StageName>

/** Lower-case hexadecimal SHA-256 of an artifact's content, or an artifact's key in the store. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Object name of a git tree in the tree store. */
export const TreeHash = z.string().regex(/^[0-9a-f]{40}$/)
export type TreeHash = z.infer<typeof TreeHash>

/** Object name of a git blob in the tree store. */
export const BlobHash = z.string().regex(/^[0-9a-f]{40}$/)
export type BlobHash = z.infer<typeof BlobHash>

/** `path::qualname::line`; the line is the first of the whole definition, decorators included. */
export const ObjectId = z.string().regex(/^.+::.+::[1-9][0-9]*$/)
export type ObjectId = z.infer<typeof ObjectId>

/** The file that an object is defined in. */
export function pathOfObject(id: ObjectId): string {
  return id.slice(0, id.indexOf('::'))
}

/** Keys of every ancestor in the artifact store, by stage. */
export const Refs = z.partialRecord(StageName, Sha256)
export type Refs = z.infer<typeof Refs>

/** What differs from run to run and from machine to machine; outside the content hash. Durations are in milliseconds. */
export const Measured = z.record(z.string(), z.json())
export type Measured = z.infer<typeof Measured>

/** The fields that every artifact carries; the pipeline fills in all but `measured`. */
export const header = {
  schema_version: z.literal(1),
  /** Keys of all ancestors, by stage: the only way to what an earlier stage produced. */
  refs: Refs,
  /** SHA-256 over the canonical JSON of everything but `refs`, `measured` and this field. */
  content_hash: Sha256,
  measured: Measured,
}

export interface ArtifactHeader {
  schema_version: 1
  refs: Refs
  content_hash: string
  measured: Measured
}

/** An artifact as a stage returns it, before the pipeline adds the header. */
export type Draft<A extends ArtifactHeader> = Omit<A, 'schema_version' | 'refs' | 'content_hash'>
