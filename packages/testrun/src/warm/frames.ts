import { z } from 'zod'

const Ran = z.object({
  record: z.literal('ran'),
  path: z.string(),
  /** Length of the fork's standard output, which follows the record. */
  bytes: z.number().int().nonnegative(),
  outcome: z.enum(['exited', 'killed-by-signal', 'timed-out']),
  status: z.number().int().nullable(),
  signal: z.string().nullable(),
  /** Seconds. */
  duration: z.number(),
  stderr: z.string(),
})

const Frame = z.discriminatedUnion('record', [
  Ran,
  z.object({ record: z.literal('unfit'), module: z.string().nullable(), why: z.string() }),
  z.object({ record: z.literal('dirty'), path: z.string(), left: z.string() }),
  z.object({ record: z.literal('done') }),
])

/** What a warm process tells: a fork that ended, with its output; or why it stops. */
export type Frame =
  | (z.infer<typeof Ran> & { readonly stdout: Uint8Array })
  | Exclude<z.infer<typeof Frame>, z.infer<typeof Ran>>

const newline = 0x0a

/** Takes a warm process's output piece by piece, and gives its frames as they are whole. What is no frame ends it all. */
export function frameReader(onFrame: (frame: Frame) => void): (piece: Uint8Array) => void {
  let [pieces, size, needed]: [Uint8Array[], number, number] = [[], 0, 0]
  return (piece) => {
    pieces.push(piece)
    size += piece.length
    if (size < needed) return
    const { rest, wanted } = takeFrames(Buffer.concat(pieces), onFrame)
    ;[pieces, size, needed] = [[rest], rest.length, wanted]
  }
}

/** What is left of `held`, and how long it must be for the next frame to be whole. */
function takeFrames(held: Buffer, onFrame: (frame: Frame) => void): { rest: Buffer; wanted: number } {
  let from = 0
  for (;;) {
    const end = held.indexOf(newline, from)
    if (end < 0) return { rest: held.subarray(from), wanted: 0 }
    const frame = parseFrame(held.subarray(from, end))
    if (frame === null) return { rest: held.subarray(from), wanted: Number.POSITIVE_INFINITY }
    const next = end + 1 + (frame.record === 'ran' ? frame.bytes : 0)
    if (held.length < next) return { rest: held.subarray(from), wanted: next - from }
    if (frame.record === 'ran') onFrame({ ...frame, stdout: Uint8Array.from(held.subarray(end + 1, next)) })
    else onFrame(frame)
    from = next
  }
}

function parseFrame(line: Buffer): z.infer<typeof Frame> | null {
  try {
    return Frame.safeParse(JSON.parse(line.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
