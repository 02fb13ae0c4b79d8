import type { FeatureCut, Observation, Outcome } from '@quarry/core'
import { classifyPoints } from '@quarry/validate'
import { expect, test } from 'vitest'

const passed: Outcome[] = ['passed', 'passed']

function observation(points: Record<string, Outcome[]>): Observation {
  const byFile = Map.groupBy(Object.keys(points), (id) => id.split('::')[0] ?? '')
  return {
    schema_version: 1,
    refs: {},
    content_hash: '0'.repeat(64),
    measured: {},
    objects: [],
    modules: [],
    edges: [],
    sets: [''],
    test_code: [...byFile.keys()],
    test_files: [...byFile].map(([path, ids]) => ({
      path,
      status: 'collected',
      message: null,
      imports: [],
      between: { executed: 0, calls: 0 },
      loaded: 0,
      called_from_file: 0,
      called_from_helpers: 0,
      incomplete: [],
      points: ids.map((id) => ({
        id,
        digest: null,
        outcomes: points[id] ?? [],
        stable: new Set(points[id]).size === 1,
        reasons: [],
        executed: 0,
        calls: 0,
      })),
    })),
  }
}

function cut(predicted: string[]): FeatureCut {
  return {
    schema_version: 1,
    refs: {},
    content_hash: '0'.repeat(64),
    measured: {},
    candidate: 'p:tests/test_f.py',
    f2p_files: ['tests/test_f.py'],
    p2p_files: [{ path: 'tests/test_p.py', shared_modules: 1, stable_passes: 1 }],
    p2p_wanted: 1,
    p2p_qualified: 1,
    top_level: [],
    dropped_top_level: [],
    extracted: [{ id: 'p.py::f::1', mode: 'delete', reason: '', depth: 0 }],
    remained: [],
    leftovers: [],
    over_budget: [],
    hidden_test_files: [],
    predicted_f2p: predicted,
    predicted_guard: [],
    lines: 1,
    repairs: [],
  }
}

const run = (outcomes: Record<string, Outcome>) => new Map(Object.entries(outcomes))

test('sorts every stable pass into F2P, guard, P2P or unstable', () => {
  const f = (name: string) => `tests/test_f.py::${name}`
  const p = (name: string) => `tests/test_p.py::${name}`
  const observed = observation({
    [f('gone')]: passed,
    [f('missing_when_carved')]: passed,
    [f('passes_all_the_same')]: passed,
    [f('other')]: passed,
    [f('other_fails')]: passed,
    [f('flaky_when_carved')]: passed,
    [f('never_passed')]: ['failed', 'failed'],
    [f('unstable')]: ['passed', 'failed'],
    [p('ok')]: passed,
    [p('broken')]: passed,
    [p('fails_when_restored')]: passed,
  })
  const carved: Record<string, Outcome> = {
    [f('gone')]: 'failed',
    [f('passes_all_the_same')]: 'passed',
    [f('other')]: 'passed',
    [f('other_fails')]: 'error',
    [p('ok')]: 'passed',
    [p('broken')]: 'failed',
    [p('fails_when_restored')]: 'passed',
  }
  const restored = Object.fromEntries(
    Object.keys(carved)
      .concat(f('missing_when_carved'), f('flaky_when_carved'))
      .map((id): [string, Outcome] => [id, id === p('fails_when_restored') ? 'failed' : 'passed']),
  )
  const predicted = ['gone', 'missing_when_carved', 'passes_all_the_same', 'flaky_when_carved'].map(f)

  const { points, ...lists } = classifyPoints(
    cut(predicted),
    observed,
    [
      run({ ...carved, [f('flaky_when_carved')]: 'failed' }),
      run({ ...carved, [f('flaky_when_carved')]: 'passed' }),
    ],
    [run(restored)],
  )

  expect(lists).toEqual({
    failToPass: [f('gone'), f('missing_when_carved')],
    guard: [f('other'), f('other_fails'), f('passes_all_the_same')],
    passToPass: [p('broken'), p('ok')],
    unexpectedPasses: [f('passes_all_the_same')],
    unexpectedFailures: [f('other_fails')],
    brokenP2p: [p('broken')],
    unstable: [f('flaky_when_carved'), p('fails_when_restored')],
  })
  expect(points.find((point) => point.id === f('missing_when_carved'))).toEqual({
    id: f('missing_when_carved'),
    original: passed,
    carved: ['missing', 'missing'],
    restored: ['passed'],
  })
})

test('a P2P test that passes in only one of the carved runs is broken, not unstable', () => {
  const id = 'tests/test_p.py::t'
  const result = classifyPoints(
    cut([]),
    observation({ [id]: passed }),
    [run({ [id]: 'passed' }), run({ [id]: 'failed' })],
    [run({ [id]: 'passed' })],
  )
  expect(result.brokenP2p).toEqual([id])
  expect(result.unstable).toEqual([])
})
