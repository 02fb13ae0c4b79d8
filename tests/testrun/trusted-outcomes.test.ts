import type { Outcome } from '@quarry/core'
import { type FileRun, trustedOutcomes } from '@quarry/testrun'
import { expect, test } from 'vitest'

function run(status: FileRun['status'], outcomes: Record<string, Outcome>): FileRun {
  return {
    path: 'a.py',
    status,
    outcomes: new Map(Object.entries(outcomes)),
    exitStatus: 0,
    log: '',
    durationMs: 1,
  }
}

test.each(['crashed', 'timed-out', 'out-of-memory', 'no-tests', 'collection-error'] as const)(
  'a process that ended as %s has passed nothing',
  (status) => {
    const outcomes = trustedOutcomes(run(status, { 'a.py::one': 'passed', 'a.py::two': 'failed' }))
    expect(Object.fromEntries(outcomes)).toEqual({ 'a.py::one': 'crashed', 'a.py::two': 'failed' })
  },
)

test('no process speaks for another file', () => {
  const outcomes = trustedOutcomes(run('completed', { 'a.py::one': 'passed', 'b.py::one': 'passed' }))
  expect(Object.fromEntries(outcomes)).toEqual({ 'a.py::one': 'passed' })
})
