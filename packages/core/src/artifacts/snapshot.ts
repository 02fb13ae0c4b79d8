import { z } from 'zod'
import { header, TreeHash } from './common.ts'

/** Where the code of a snapshot came from, pinned. */
export const SnapshotSource = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pypi'),
    /** Normalised project name (PEP 503). */
    project: z.string(),
    version: z.string(),
    /** The source distribution, and the SHA-256 of its bytes. */
    file: z.strictObject({ name: z.string(), sha256: z.string() }),
  }),
  z.strictObject({
    kind: z.literal('git'),
    url: z.string(),
    ref: z.string(),
    commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  }),
  /** A directory of this machine; its path is measured, not content. */
  z.strictObject({ kind: z.literal('path'), commit: z.string().nullable() }),
])
export type SnapshotSource = z.infer<typeof SnapshotSource>

/** A moment (ISO 8601, UTC) and how it is known. */
export const DatedFact = z.strictObject({
  at: z.string(),
  from: z.enum(['index-upload-time', 'newest-file', 'commit']),
})

/** The code at one commit or release. */
export const Snapshot = z.strictObject({
  ...header,
  /** Quarry's name for the repository, as in `repos/<name>.ts`. */
  repository: z.string(),
  source: SnapshotSource,
  /** Everything in the repository at that point, byte for byte. */
  tree: TreeHash,
  /** Directories that git trees cannot hold, relative, sorted. */
  empty_directories: z.array(z.string()),
  commit_date: DatedFact.nullable(),
  release_date: DatedFact.nullable(),
  /** Last change of each Python file whose name or folder looks like tests (ISO 8601); empty where no history is known. */
  test_file_dates: z.record(z.string(), z.string()),
  /** Directories that belong on sys.path, relative to the tree, '' for its top; statically worked out. */
  import_roots: z.array(z.string()),
  /** Package directories and single modules below the import roots that belong to the distribution, relative to the tree. */
  package_roots: z.array(z.string()),
  /** Distribution name as its metadata has it, or null. */
  distribution: z.string().nullable(),
  /** Version of the distribution: the release's, the static metadata's, or from the newest tag; null if none is known. */
  version: z.string().nullable(),
  /** SPDX expression or the short text of the licence metadata. */
  licence: z.string().nullable(),
  /** Owner and name at the forge that the project URLs point at. */
  forge: z.strictObject({ owner: z.string(), name: z.string() }).nullable(),
  /** Home page, repository and index page: where a solver could find the answer. Sorted. */
  forbidden_urls: z.array(z.string()),
})
export type Snapshot = z.infer<typeof Snapshot>
