/** Beyond these an archive counts as a bomb. */
export interface ArchiveLimits {
  /** Bytes of all members together, unpacked. */
  readonly totalBytes: number
  readonly members: number
  /** Unpacked size over packed size, looked at from `ratioFrom` unpacked bytes on. */
  readonly ratio: number
  readonly ratioFrom: number
  /** Bytes of one path, and of one part of it. */
  readonly pathBytes: number
  readonly partBytes: number
}

export const defaultLimits: ArchiveLimits = {
  totalBytes: 1024 ** 3,
  members: 100_000,
  ratio: 200,
  ratioFrom: 64 * 1024 ** 2,
  pathBytes: 2048,
  partBytes: 255,
}
