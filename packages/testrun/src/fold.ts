import type { Outcome } from '@quarry/core'
import { type ProbeRecord, type RecordOf, recordsOf } from './records.ts'

type Phase = RecordOf<'phase'>

/** From what weighs least to what weighs most: one phase's `error` outweighs another one's `passed`. */
const severity: readonly Outcome[] = ['passed', 'xpassed', 'xfailed', 'skipped', 'failed', 'error']

/** Outcomes by node id, in the order in which the points ran, and then those that never did. */
export function foldOutcomes(records: readonly ProbeRecord[]): Map<string, Outcome> {
  const phases = Map.groupBy(recordsOf(records, 'phase'), (phase) => phase.id)
  const finished = new Set(recordsOf(records, 'finish').map((record) => record.id))
  const started = recordsOf(records, 'start').map((record) => record.id)
  const outcomes = new Map<string, Outcome>()
  for (const id of started) {
    outcomes.set(id, finished.has(id) ? foldPhases(phases.get(id) ?? []) : 'crashed')
  }
  for (const { id } of recordsOf(records, 'item')) {
    if (!outcomes.has(id)) outcomes.set(id, 'not-run')
  }
  return outcomes
}

function foldPhases(phases: readonly Phase[]): Outcome {
  // A point without a call phase that nothing went wrong in has not run its test.
  const heaviest = phases.map(phaseOutcome).reduce<Outcome | null>((a, b) => (a ? heavier(a, b) : b), null)
  if (heaviest === 'passed' && !phases.some((phase) => phase.when === 'call')) return 'not-run'
  return heaviest ?? 'not-run'
}

function heavier(a: Outcome, b: Outcome): Outcome {
  return severity.indexOf(a) >= severity.indexOf(b) ? a : b
}

function phaseOutcome(phase: Phase): Outcome {
  if (phase.outcome === 'failed') return phase.when === 'call' ? 'failed' : 'error'
  if (phase.subtest) return 'passed' // a part that was skipped does not skip the whole
  if (phase.outcome === 'skipped') return phase.xfail ? 'xfailed' : 'skipped'
  return phase.xfail ? 'xpassed' : 'passed'
}
