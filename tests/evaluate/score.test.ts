import type { Instance, Outcome } from '@quarry/core'
import { scoreOutcomes, summarise } from '@quarry/evaluate'
import { expect, test } from 'vitest'

const instance = {
  fail_to_pass: ['a.py::one', 'a.py::two'],
  guard: ['a.py::three'],
  pass_to_pass: ['b.py::one'],
} as Instance

test('resolved needs every group whole; the passed rate counts F2P alone, and missing is not passed', () => {
  const outcomes = new Map<string, Outcome>([
    ['a.py::one', 'passed'],
    ['a.py::three', 'skipped'],
    ['b.py::one', 'passed'],
  ])
  expect(scoreOutcomes(instance, outcomes)).toEqual({
    resolved: false,
    passed_rate: 0.5,
    fail_to_pass: { total: 2, passed: 1, not_passed: [{ id: 'a.py::two', outcome: 'missing' }] },
    guard: { total: 1, passed: 0, not_passed: [{ id: 'a.py::three', outcome: 'skipped' }] },
    pass_to_pass: { total: 1, passed: 1, not_passed: [] },
  })
  const all = new Map(
    [...instance.fail_to_pass, ...instance.guard, ...instance.pass_to_pass].map((id) => [
      id,
      'passed' as const,
    ]),
  )
  expect(scoreOutcomes(instance, all)).toMatchObject({ resolved: true, passed_rate: 1 })
})

test('what the machine failed with counts in no rate, and where nothing counts there is none', () => {
  const trouble = { status: 'error', code: 'sandbox-failed', message: 'no space left' } as const
  const failed = ['b', 'a'].map((instance_id) => ({ instance_id, ...trouble }))
  const sorted = failed.toReversed()
  expect(summarise(failed)).toEqual({ resolved_rate: null, passed_rate: null, instances: sorted })
  const none = { instance_id: 'c', model: null, status: 'no-prediction' } as const
  expect(summarise([...failed, none])).toEqual({
    resolved_rate: 0,
    passed_rate: 0,
    instances: [...sorted, none],
  })
})
