import type { ProgressRenderer, Write } from './renderer.ts'

/** Every event as one line of JSON, for programs that watch. */
export function jsonLinesRenderer(write: Write): ProgressRenderer {
  return {
    emit: (event) => write(`${JSON.stringify(event)}\n`),
    close: () => undefined,
  }
}
