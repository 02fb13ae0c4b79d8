import type { InstanceResult } from './evaluate-instance.ts'

/** What `quarry eval --json` prints. */
export interface EvaluationSummary {
  /** Share of instances with every F2P, guard and P2P point passed; null when the machine failed with all of them. */
  readonly resolved_rate: number | null
  /** Mean over instances of F2P passed / F2P total; null likewise. */
  readonly passed_rate: number | null
  readonly instances: readonly (InstanceResult | EvaluationFailure)[]
}

/** Infrastructure trouble: not scored, in neither rate. */
export interface EvaluationFailure {
  readonly instance_id: string
  readonly status: 'error'
  readonly code: string
  readonly message: string
}

/** Sums up; instances that met an infrastructure error count in neither rate, and where nothing counts there is none. */
export function summarise(results: readonly (InstanceResult | EvaluationFailure)[]): EvaluationSummary {
  const counted = results.filter((result) => result.status !== 'error')
  const scores = counted.map((result) => ('score' in result ? result.score : null))
  return {
    resolved_rate: mean(scores.map((score) => (score?.resolved === true ? 1 : 0))),
    passed_rate: mean(scores.map((score) => score?.passed_rate ?? 0)),
    instances: results.toSorted((a, b) => (a.instance_id < b.instance_id ? -1 : 1)),
  }
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
