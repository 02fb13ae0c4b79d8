import { describe, expect, test } from 'vitest'
import { cutFixture, isolateFixture, type Scene } from './run-isolate.ts'

const route = 'src/walk/route.py'
const geometry = 'src/walk/geometry.py'

/** plan ↔ replan call each other; length reaches over to geometry. */
const feature: Scene['files'][string] = {
  points: [
    ['plan', 'order', 'length', 'distance', 'absolute'],
    ['replan', 'plan', 'order', 'length', 'distance', 'absolute'],
    ['scale'],
  ],
  calls: [
    ['plan', 'order'],
    ['plan', 'length'],
    ['replan', 'plan'],
    ['plan', 'replan'],
    ['length', 'distance'],
    ['distance', 'absolute'],
  ],
}

const scene: Scene = {
  f2p: ['tests/test_route.py'],
  topLevel: ['plan'],
  files: {
    'tests/test_route.py': feature,
    'tests/test_geometry.py': { points: [['absolute', 'unit'], ['unit']] },
    // Without a point that passes it is no regression file.
    'tests/test_scale.py': { points: [] },
  },
  settings: { p2pFiles: 1 },
}

test('a recursive feature is followed to its end, and what a P2P file runs remains', async () => {
  const deleted = { mode: 'delete', reason: 'nothing that stays refers to it' }
  expect(await cutFixture('walk', scene)).toEqual({
    candidate: 'mini:tests/test_route.py',
    f2p_files: ['tests/test_route.py'],
    p2p_files: [{ path: 'tests/test_geometry.py', shared_modules: 1, stable_passes: 2 }],
    p2p_wanted: 1,
    p2p_qualified: 1,
    top_level: [`${route}::plan::4`],
    dropped_top_level: [],
    extracted: [
      { id: `${geometry}::distance::1`, ...deleted, depth: 2 },
      { id: `${route}::length::12`, ...deleted, depth: 1 },
      { id: `${route}::order::8`, ...deleted, depth: 1 },
      { id: `${route}::plan::4`, ...deleted, depth: 0 },
      { id: `${route}::replan::16`, ...deleted, depth: 1 },
    ],
    remained: [{ id: `${geometry}::absolute::5`, because: 'needed by tests/test_geometry.py' }],
    leftovers: [],
    over_budget: [],
    // Nobody has seen test_mixed run; test_shared has not been seen either, but a shown test imports it.
    hidden_test_files: [
      { path: 'tests/test_route.py', reason: 'F2P file' },
      { path: 'tests/test_mixed.py', reason: 'was not observed, so it may need anything' },
    ],
    predicted_f2p: ['tests/test_route.py::test_0', 'tests/test_route.py::test_1'],
    predicted_guard: ['tests/test_route.py::test_2'],
    lines: 10,
    repairs: [],
    // The two points of test_geometry run geometry.py, where 2 of the 10 lines are.
    measured: { decided_ms: expect.any(Number), reachable_lines: 12, reachable_f2p: 2, watched: 0.04 },
  })
})

test('beyond the line budget, what is farther away is left', async () => {
  const cut = await cutFixture('walk', { ...scene, settings: { p2pFiles: 1, maxCarvedLines: 6 } })
  expect(cut.extracted.map((object) => object.id)).toEqual([
    `${route}::length::12`,
    `${route}::order::8`,
    `${route}::plan::4`,
  ])
  expect(cut.over_budget).toEqual([`${geometry}::distance::1`, `${route}::replan::16`])
})

test('an object that an earlier carve missed is kept, and the repair recorded', async () => {
  const repair = {
    object: `${route}::order::8`,
    because: 'an earlier carve without it broke tests/test_geometry.py::test_0',
  }
  const cut = await cutFixture('walk', { ...scene, settings: { p2pFiles: 1, protect: [repair] } })
  expect(cut.repairs).toEqual([repair])
  expect(cut.remained).toContainEqual({
    id: repair.object,
    because: repair.because,
  })
  expect(cut.extracted.map((object) => object.id)).not.toContain(repair.object)
})

describe('what a P2P file needs', () => {
  test.each([
    ['runs while it is imported', { points: [['unit']], imported: ['order'] }],
    ['runs between its tests', { points: [['unit']], between: ['order'] }],
    ['shares a module with a trace that may have lost calls', { points: [['scale']], incomplete: true }],
  ] as const)('is also what %s', async (_what, ran) => {
    const result = await isolateFixture('walk', {
      ...scene,
      topLevel: ['length'],
      files: {
        'tests/test_route.py': { ...feature, calls: [['length', 'order'], ...(feature.calls ?? [])] },
        'tests/test_other.py': ran,
        'tests/test_far.py': { points: [['unit'], ['absolute']] },
      },
      settings: { p2pFiles: 2 },
    })
    const kept =
      result.kind === 'produced' ? result.artifact.remained.map(({ id }) => id) : result.rejection.code
    // The trace that may have lost calls needs all of route.py, and with it the only top-level object.
    expect(kept).toEqual(
      'incomplete' in ran ? 'no-separable-top-level' : [`${geometry}::absolute::5`, `${route}::order::8`],
    )
  })
})

test('a feature that the F2P file runs while it is imported fails all its points', async () => {
  const cut = await cutFixture('walk', {
    ...scene,
    files: { ...scene.files, 'tests/test_route.py': { ...feature, imported: ['order'] } },
  })
  expect(cut.predicted_f2p).toEqual([0, 1, 2].map((at) => `tests/test_route.py::test_${at}`))
})
