import { TreeHash } from '@quarry/core'
import { z } from 'zod'

const PinnedRelease = z.strictObject({
  kind: z.literal('pypi'),
  /** Normalised project name (PEP 503). */
  project: z.string(),
  version: z.string(),
})

const PinnedCommit = z.strictObject({
  kind: z.literal('git'),
  url: z.string(),
  ref: z.string(),
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
})

const PinnedDirectory = z.strictObject({
  kind: z.literal('path'),
  /** Absolute. */
  path: z.string(),
  /** Its content, which is in the tree store already. */
  tree: TreeHash,
  /** Directories that the tree cannot hold, relative, sorted. */
  emptyDirectories: z.array(z.string()),
  /** The commit that is checked out there, when the directory holds exactly what it holds. */
  commit: z.string().nullable(),
})

/** A request made exact: fetching it again gives the same bytes. */
export const PinnedSource = z.discriminatedUnion('kind', [PinnedRelease, PinnedCommit, PinnedDirectory])
export type PinnedSource = z.infer<typeof PinnedSource>
export type PinnedRelease = z.infer<typeof PinnedRelease>
export type PinnedCommit = z.infer<typeof PinnedCommit>
export type PinnedDirectory = z.infer<typeof PinnedDirectory>

/** What the source stage works from: Quarry's name for the repository, and where exactly it is. */
export const SourceInput = z.strictObject({ repository: z.string(), source: PinnedSource })
export type SourceInput = z.infer<typeof SourceInput>
