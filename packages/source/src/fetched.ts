import type { Snapshot, SnapshotSource, TreeHash } from '@quarry/core'

/** A repository whose content is in the tree store, with what only its source can tell. */
export interface Fetched {
  readonly kind: 'fetched'
  readonly source: SnapshotSource
  readonly tree: TreeHash
  readonly emptyDirectories: readonly string[]
  readonly commitDate: Snapshot['commit_date']
  readonly releaseDate: Snapshot['release_date']
  readonly testFileDates: Readonly<Record<string, string>>
  /** The release's version, or that of the newest tag; null where only the metadata can tell. */
  readonly version: string | null
  /** Project name on the index, for a release. */
  readonly project: string | null
  /** Where it was cloned from, without credentials, for a commit. */
  readonly cloneUrl: string | null
  readonly measured: Snapshot['measured']
}

/** Why a repository can't be used, as the stage will say it. */
export interface Refused {
  readonly kind: 'refused'
  readonly code: string
  readonly message: string
  readonly evidence: Snapshot['measured']
}

export function refused(code: string, message: string, evidence: Snapshot['measured']): Refused {
  return { kind: 'refused', code, message, evidence }
}
