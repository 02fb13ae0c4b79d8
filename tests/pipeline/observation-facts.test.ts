import type { Candidate, Observation, PackedPoint } from '@quarry/core'
import { candidateFacts, observationFacts } from '@quarry/pipeline'
import { expect, test } from 'vitest'

const header = { schema_version: 1, refs: {}, content_hash: 'a'.repeat(64), measured: {} } as const

function point(id: string, reasons: string[], outcomes: PackedPoint['outcomes'] = ['passed', 'passed']) {
  return { id, digest: null, outcomes, stable: reasons.length === 0, reasons, executed: 0, calls: 0 }
}

function file(path: string, points: PackedPoint[], incomplete: string[]) {
  const nothing = {
    between: { executed: 0, calls: 0 },
    loaded: 0,
    called_from_file: 0,
    called_from_helpers: 0,
  }
  return { path, status: 'collected' as const, message: null, points, imports: [], ...nothing, incomplete }
}

const observation: Observation = {
  ...header,
  objects: [],
  modules: [],
  edges: [],
  sets: [''],
  test_code: [],
  test_files: [
    file(
      'tests/test_a.py',
      [
        point('tests/test_a.py::test_fine', []),
        point('tests/test_a.py::test_random', ['outcomes-differ'], ['passed', 'failed']),
        point('tests/test_a.py::test_sets[0]', ['other-place', 'other-parameters']),
      ],
      ['tests/test_a.py::test_random'],
    ),
    file('tests/test_b.py', [point('tests/test_b.py::test_sets[1]', ['other-parameters'])], []),
  ],
  measured: { tracer: 'frames-c', dropped_ids: { 'tests/test_a.py': ['a', 'b'], 'tests/test_b.py': ['c'] } },
}

test('an observation tells every reason why points are not stable, and how calls were heard of', () => {
  expect(observationFacts(observation)).toEqual([
    '0 objects, 2 test files',
    '4 test points, 1 stable passes',
    'not stable, other-parameters: 2 test points, first tests/test_a.py::test_sets[0]',
    'not stable, other-place: tests/test_a.py::test_sets[0]',
    'not stable, outcomes-differ: tests/test_a.py::test_random',
    'left out, collected under one hash seed only: 3 test points, first a',
    'calls may have been missed: tests/test_a.py::test_random',
    'calls heard of by frames-c',
  ])
})

test('a candidate tells how old its test files are, and what is not stable in them', () => {
  const candidate: Candidate = {
    ...header,
    id: 'p:tests/test_b.py',
    repository: 'p',
    test_files: ['tests/test_b.py'],
    stable_passes: 0,
    dated: [{ path: 'tests/test_b.py', at: '2026-03-01T10:00:00.000Z', from: 'last-change' }],
  }
  expect(candidateFacts(candidate, observation)).toEqual([
    'tests/test_b.py: 0 stable passes',
    'tests/test_b.py: last changed on 2026-03-01',
    'not stable, other-parameters: tests/test_b.py::test_sets[1]',
  ])
})
