/** One file of a project, as an index or a folder of archives offers it. */
export interface IndexFile {
  readonly name: string
  /** http(s) or `file:`; it may hold the credentials of its index. */
  readonly url: string
  /** Expected digests by algorithm; empty when the index names none. */
  readonly hashes: Readonly<Record<string, string>>
  readonly yanked: boolean
  /** Specifier such as `>=3.8`, or null. */
  readonly requiresPython: string | null
  /** ISO 8601, UTC, or null. */
  readonly uploadTime: string | null
}

/** Digests that count as a check. */
export const checkedAlgorithms = ['sha256', 'sha384', 'sha512'] as const
