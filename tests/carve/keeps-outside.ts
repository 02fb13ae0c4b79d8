interface Span {
  readonly start: number
  readonly end: number
}

/** What carving may put where it takes something out. */
const put = /^(?:pass|[ \t\f]*pass(?:\r\n?|\n)|(?:\r\n?|\n)[ \t\f]*raise NotImplementedError|\(\)|,)/

/** Whether everything between the spans is there in the carved file, in order, with nothing else but what may be put in. */
export function keepsOutside(original: Uint8Array, carved: Uint8Array, spans: readonly Span[]): boolean {
  const [before, after] = [Buffer.from(original).toString('latin1'), Buffer.from(carved).toString('latin1')]
  const pieces = [0, ...spans.map(({ end }) => end)].map((end, index) =>
    before.slice(end, spans[index]?.start),
  )
  let places = new Set([0])
  for (const [index, piece] of pieces.entries()) {
    const next = new Set<number>()
    for (const place of places) {
      for (const start of index === 0
        ? [place]
        : [place, place + (put.exec(after.slice(place, place + 400))?.[0].length ?? 0)]) {
        if (after.startsWith(piece, start)) next.add(start + piece.length)
      }
    }
    places = next
  }
  return places.has(after.length)
}
