import type { QuarryEvent } from '@quarry/core'
import type { createLogUpdate } from 'log-update'
import type { Paint } from '../output.ts'
import { describeProgress } from './describe-progress.ts'
import type { ProgressRenderer } from './renderer.ts'
import { applyEvent, startProgress } from './run-progress.ts'

type LogUpdate = Pick<ReturnType<typeof createLogUpdate>, 'persist' | 'clear' | 'done'> &
  ((text: string) => void)

export interface Screen {
  readonly update: LogUpdate
  /** Columns of the terminal. */
  width(): number
  /** Milliseconds. */
  now(): number
}

const milliseconds = { betweenDrawings: 100, betweenTicks: 1000 }

/** One block that is redrawn in place; notices and instances stay above it. */
export function terminalRenderer(screen: Screen, paint: Paint): ProgressRenderer {
  const progress = startProgress()
  let drawnAt = -Infinity
  let closed = false
  const draw = (): void => {
    drawnAt = screen.now()
    const lines = describeProgress(progress, drawnAt).map((line) =>
      paintLine(fit(line, screen.width()), paint),
    )
    screen.update(lines.join('\n'))
  }
  // Time goes on where no event comes: the clock of a long step shall move.
  const ticks = setInterval(draw, milliseconds.betweenTicks)
  ticks.unref()
  return {
    emit: (event) => {
      if (closed) return
      applyEvent(progress, event, screen.now())
      const lasting = lastingLine(event)
      if (lasting !== null) screen.update.persist(lasting)
      if (lasting !== null || screen.now() - drawnAt >= milliseconds.betweenDrawings) draw()
    },
    close: () => {
      if (closed) return
      closed = true
      clearInterval(ticks)
      screen.update.clear()
      screen.update.done()
    },
  }
}

/** What stays on the screen after the block has gone. */
function lastingLine(event: QuarryEvent): string | null {
  if (event.type === 'notice') return `${event.subject}: ${event.message}`
  if (event.type === 'instance-written') return `instance ${event.instanceId}`
  return null
}

/** A wrapped line would break the redrawing. */
function fit(line: string, width: number): string {
  return line.length < width ? line : `${line.slice(0, Math.max(0, width - 2))}…`
}

function paintLine(line: string, paint: Paint): string {
  const end = line.indexOf('  ')
  return end < 0 ? line : paint('bold', line.slice(0, end)) + line.slice(end)
}
