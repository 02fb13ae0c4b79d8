import type { EventSink } from '@quarry/core'

/** Shows events as they come; `close` leaves the terminal as a following line of text expects it. */
export interface ProgressRenderer extends EventSink {
  close(): void
}

export type Write = (text: string) => void
