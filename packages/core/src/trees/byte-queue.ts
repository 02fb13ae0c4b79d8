/** Bytes that arrive in pieces of any size and are taken out as lines and blocks. */
export interface ByteQueue {
  push(piece: Buffer): void
  /** The next line without its newline, or null when it is not complete yet. */
  takeLine(): Buffer | null
  /** The next `length` bytes, or null when they are not all here yet. */
  take(length: number): Buffer | null
}

const newline = 0x0a

export function byteQueue(): ByteQueue {
  let joined: Buffer = Buffer.alloc(0)
  let pieces: Buffer[] = []
  let length = 0

  // Joined only when something can be taken: a large file in many pieces would otherwise be copied once per piece.
  function join(): Buffer {
    if (pieces.length > 0) joined = Buffer.concat([joined, ...pieces])
    pieces = []
    return joined
  }
  function take(count: number): Buffer | null {
    if (length < count) return null
    const taken = join().subarray(0, count)
    joined = joined.subarray(count)
    length -= count
    return taken
  }
  return {
    push(piece) {
      pieces.push(piece)
      length += piece.length
    },
    take,
    takeLine() {
      const end = join().indexOf(newline)
      if (end < 0) return null
      const line = take(end + 1)
      return line === null ? null : line.subarray(0, end)
    },
  }
}
