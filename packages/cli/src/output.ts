import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Dresses text for a terminal, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string

/** Colours where the stream is a terminal that wants them: NO_COLOR, FORCE_COLOR and TERM have their say. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream, validateStream: true })
}

export const plainPaint: Paint = (_style, text) => text

/** Results go to stdout. */
export function printResult(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** Everything that is not a result goes to stderr. */
export function printMessage(text: string): void {
  process.stderr.write(`quarry: ${text}\n`)
}

/** A reader such as `head` may leave early, and a terminal may be closed: that is no error of ours. */
export function closeQuietlyOnBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
    })
}
