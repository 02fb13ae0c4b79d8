import { type EventSink, writeFileAtomically } from '@quarry/core'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MineSummary } from './summaries.ts'
import type { Workspace } from './workspace.ts'

/** A run that leaves its events and its summary under `out/runs/<time>/`. */
export interface LoggedRun {
  /** The workspace whose events are also logged. */
  readonly workspace: Workspace
  finish(summary: MineSummary): Promise<void>
}

export function startRunLog(workspace: Workspace): LoggedRun {
  const started = performance.now()
  const directory = join(workspace.out, 'runs', new Date().toISOString().replaceAll(':', '-'))
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'events.jsonl')
  const events: EventSink = {
    emit: (event) => {
      // Written at once: a log that is lost with the process is no log.
      appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...event })}\n`)
      workspace.events.emit(event)
    },
  }
  return {
    workspace: { ...workspace, events },
    finish: async (summary) => {
      events.emit({ type: 'run-finished', durationMs: performance.now() - started })
      await writeFileAtomically(join(directory, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`)
    },
  }
}
