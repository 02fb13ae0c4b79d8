/** One entry of an archive, as it stands there: nothing about it is checked yet. */
export interface Member {
  /** Null when the name is not UTF-8; then `shown` is all there is. */
  readonly name: string | null
  /** The name for messages. */
  readonly shown: string
  readonly type: 'file' | 'directory' | 'symbolic-link' | 'hard-link' | 'other'
  readonly executable: boolean
  /** The content of a file. */
  readonly bytes: Uint8Array
  /** What a link points at, else ''. */
  readonly target: string
  readonly modified: Date | null
}

/** Why an archive is not unpacked. */
export interface Refusal {
  readonly kind: 'refused'
  readonly code: 'unsafe-archive' | 'unreadable-archive' | 'has-git-directory'
  readonly member: string | null
  readonly reason: string
}

export interface Members {
  readonly kind: 'members'
  readonly members: readonly Member[]
}

export function unsafe(member: string, reason: string): Refusal {
  return { kind: 'refused', code: 'unsafe-archive', member, reason }
}

export function unreadable(error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error)
  return { kind: 'refused', code: 'unreadable-archive', member: null, reason }
}
