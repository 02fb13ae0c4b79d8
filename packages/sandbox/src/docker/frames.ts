/** One frame: a kind, three zeros, a length (big-endian), so many bytes. A container's attached output has the same form. */
export interface Frame {
  readonly kind: number
  readonly payload: Buffer
}

const headerSize = 8
const largestPayload = 1 << 20

/** Cuts a stream of bytes into frames; what is incomplete waits for the next piece. */
export function frameReader(take: (frame: Frame) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = []
  let length = 0
  let needed = headerSize
  return (piece) => {
    pieces.push(piece)
    length += piece.length
    // Joined only when a frame is complete: a large one would otherwise be copied once per piece.
    if (length < needed) return
    let rest: Buffer = Buffer.concat(pieces, length)
    for (;;) {
      needed = rest.length < headerSize ? headerSize : headerSize + rest.readUInt32BE(4)
      if (rest.length < needed) break
      take({ kind: rest[0] ?? 0, payload: rest.subarray(headerSize, needed) })
      rest = rest.subarray(needed)
    }
    pieces = [rest]
    length = rest.length
  }
}

/** The frames that carry a payload of any length; one with nothing in it for an empty payload. */
export function* framesOf(kind: number, payload: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start === 0 || start < payload.length; start += largestPayload) {
    const piece = payload.subarray(start, start + largestPayload)
    const header = Buffer.alloc(headerSize)
    header[0] = kind
    header.writeUInt32BE(piece.length, 4)
    yield header
    yield piece
  }
}
