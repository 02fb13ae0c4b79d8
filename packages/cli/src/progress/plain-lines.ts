import type { QuarryEvent } from '@quarry/core'
import { count, duration } from '../render/words.ts'
import type { ProgressRenderer, Write } from './renderer.ts'

/**
 * One line for what matters, for logs and pipes: nothing is redrawn, progress within a stage is told in tenths, and of a
 * candidate only how it ended.
 */
export function plainLinesRenderer(write: Write): ProgressRenderer {
  const tenths = new Map<string, number>()
  return {
    emit: (event) => {
      if (event.type === 'stage-progress' && (isCandidate(event.subject) || !entersNewTenth(event, tenths)))
        return
      const line = describeEvent(event)
      if (line !== null) write(`${line}\n`)
    },
    close: () => undefined,
  }
}

function entersNewTenth(
  event: Extract<QuarryEvent, { type: 'stage-progress' }>,
  tenths: Map<string, number>,
): boolean {
  const key = `${event.stage} ${event.subject} ${event.what}`
  const tenth = event.total === 0 ? 10 : Math.floor((event.done * 10) / event.total)
  if ((tenths.get(key) ?? 0) >= tenth) return false
  tenths.set(key, tenth)
  return true
}

/** The line for an event, or null where it is not worth one. */
function describeEvent(event: QuarryEvent): string | null {
  switch (event.type) {
    case 'run-started':
      return `${count(event.repositories.length, 'repository', 'repositories')}; ${event.sandbox}`
    case 'stage-started':
      return isCandidate(event.subject) ? null : `${event.subject}: ${event.stage} …`
    case 'stage-progress':
      return `${event.subject}: ${event.stage} ${event.done}/${event.total} ${event.what}`
    case 'stage-finished':
      return describeFinish(event)
    case 'notice':
      return `${event.subject}: ${event.message}`
    case 'candidates-found':
      return `${event.repository}: ${count(event.total, 'candidate')}`
    case 'instance-written':
      return `instance ${event.instanceId}`
    case 'prediction-scored':
      return `${event.done}/${event.total} ${event.instanceId}: ${event.resolved ? 'resolved' : 'not resolved'}`
    case 'run-finished':
      return `finished in ${duration(event.durationMs)}`
  }
}

function describeFinish(event: Extract<QuarryEvent, { type: 'stage-finished' }>): string | null {
  const { rejection } = event
  if (rejection !== null)
    return `${event.subject}: rejected by ${event.stage}: ${rejection.code}: ${rejection.message}`
  if (isCandidate(event.subject)) return null
  return `${event.subject}: ${event.stage} ${event.cached ? 'from the store' : `done in ${duration(event.durationMs)}`}`
}

function isCandidate(subject: string): boolean {
  return subject.includes(':')
}
