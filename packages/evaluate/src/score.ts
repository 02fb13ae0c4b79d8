import type { Instance, Outcome } from '@quarry/core'

/** How one group of test points did. */
export interface GroupScore {
  readonly total: number
  readonly passed: number
  /** Ids that did not pass, with what happened instead. */
  readonly not_passed: readonly { readonly id: string; readonly outcome: Outcome }[]
}

export interface Score {
  readonly resolved: boolean
  /** F2P passed / F2P total. */
  readonly passed_rate: number
  readonly fail_to_pass: GroupScore
  readonly guard: GroupScore
  readonly pass_to_pass: GroupScore
}

/** Scores the records of a run: an expected point without a record is missing, and missing is not passed. */
export function scoreOutcomes(instance: Instance, outcomes: ReadonlyMap<string, Outcome>): Score {
  const failToPass = scoreGroup(instance.fail_to_pass, outcomes)
  const guard = scoreGroup(instance.guard, outcomes)
  const passToPass = scoreGroup(instance.pass_to_pass, outcomes)
  return {
    resolved: [failToPass, guard, passToPass].every((group) => group.passed === group.total),
    passed_rate: failToPass.total === 0 ? 0 : failToPass.passed / failToPass.total,
    fail_to_pass: failToPass,
    guard,
    pass_to_pass: passToPass,
  }
}

function scoreGroup(ids: readonly string[], outcomes: ReadonlyMap<string, Outcome>): GroupScore {
  const results = ids.map((id) => ({ id, outcome: outcomes.get(id) ?? ('missing' as const) }))
  const not_passed = results.filter((result) => result.outcome !== 'passed')
  return { total: ids.length, passed: ids.length - not_passed.length, not_passed }
}
