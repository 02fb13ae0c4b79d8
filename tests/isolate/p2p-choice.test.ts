import { describe, expect, test } from 'vitest'
import { cutFixture, isolateFixture, type Scene } from './run-isolate.ts'

const paths = (cut: { p2p_files: { path: string }[] }) => cut.p2p_files.map((file) => file.path)

const scene: Scene = {
  f2p: ['tests/test_route.py'],
  topLevel: ['plan', 'scale', 'length'],
  files: {
    'tests/test_route.py': {
      points: [['plan', 'scale', 'length', 'distance', 'order']],
      calls: [
        ['plan', 'order'],
        ['length', 'distance'],
      ],
    },
    'tests/test_near.py': { points: [['order', 'unit']] },
    'tests/test_far.py': { points: [['unit']] },
    'tests/test_scale.py': { points: [['scale']] },
    'tests/test_scale_length.py': { points: [['scale'], ['length']] },
  },
}

/** `plan` calls `order`; both are in route.py, `unit` is elsewhere. */
const plan: Scene = {
  f2p: ['tests/test_route.py'],
  topLevel: ['plan'],
  files: { 'tests/test_route.py': { points: [['plan', 'order']], calls: [['plan', 'order']] } },
}

describe('regression files', () => {
  test('run modules that code is taken out of, where that costs nothing', async () => {
    const files = {
      ...plan.files,
      'tests/test_elsewhere.py': { points: [['unit']] },
      'tests/test_beside.py': { points: [['scale']] },
      'tests/test_imports.py': { points: [['unit']], imported: ['scale'] },
    }
    const cut = await cutFixture('walk', { ...plan, files })
    expect(cut.p2p_files).toEqual([{ path: 'tests/test_beside.py', shared_modules: 1, stable_passes: 1 }])
  })

  test('leave as much as possible to take out, where they are equally near', async () => {
    const files = {
      ...plan.files,
      'tests/test_order.py': { points: [['order']] },
      'tests/test_beside.py': { points: [['scale']] },
    }
    const cut = await cutFixture('walk', { ...plan, files })
    expect(paths(cut)).toEqual(['tests/test_beside.py'])
    expect(cut.extracted.map(({ id }) => id.split('::')[1])).toContain('order')
  })

  test.each([
    { minF2pPoints: 9, chosen: 'tests/test_order.py' },
    { minF2pPoints: 10, chosen: 'tests/test_far.py' },
  ])('leave $minF2pPoints points to fail before anything else counts', async ({ minF2pPoints, chosen }) => {
    // Beside test_order, which is near, `order` stays, and with it the point that runs nothing else passes.
    const most = ['plan', 'replan', 'length', 'scale']
    const points = [...Array.from({ length: 9 }, () => most), ['order']]
    const cut = await cutFixture('walk', {
      ...plan,
      topLevel: [...most, 'order'],
      files: {
        'tests/test_route.py': { points },
        'tests/test_order.py': { points: [['order']] },
        'tests/test_far.py': { points: [['unit']] },
      },
      settings: { minF2pPoints },
    })
    expect(paths(cut)).toEqual([chosen])
  })

  test('give up a top-level object, where so many files cannot do without one', async () => {
    const cut = await cutFixture('walk', { ...scene, settings: { p2pFiles: 3 } })
    expect(cut.dropped_top_level).toEqual([{ id: 'src/walk/route.py::scale::20', excluded_files: 2 }])
    expect(cut.top_level).toEqual(['src/walk/route.py::plan::4', 'src/walk/route.py::length::12'])
    expect(cut.p2p_files).toEqual([
      { path: 'tests/test_near.py', shared_modules: 2, stable_passes: 1 },
      { path: 'tests/test_scale.py', shared_modules: 1, stable_passes: 1 },
      { path: 'tests/test_far.py', shared_modules: 1, stable_passes: 1 },
    ])
    expect(cut.p2p_qualified).toBe(3)
  })

  test('fewer in the repository than asked for: all that it has', async () => {
    const cut = await cutFixture('walk', { ...scene, settings: { p2pFiles: 9 } })
    expect([cut.p2p_wanted, cut.p2p_qualified, paths(cut).length]).toEqual([9, 4, 4])
  })

  test('ties are broken by the seed, not by the path', async () => {
    const same = Array.from({ length: 8 }, (_, at) => [`tests/test_same_${at}.py`, { points: [['scale']] }])
    const files = { ...plan.files, ...(Object.fromEntries(same) as Scene['files']) }
    const choices = [0, 1].map(async (seed) =>
      paths(await cutFixture('walk', { ...plan, files, settings: { p2pFiles: 4, seed } })).toSorted(),
    )
    const [one, other] = await Promise.all(choices)
    expect(one).not.toEqual(other)
  })
})

describe('rejected with figures', () => {
  test.each([
    [
      'no-p2p-files',
      'no other test file of the repository has a stable pass',
      { files: { 'tests/test_route.py': { points: [['plan']] } } },
    ],
    [
      'no-separable-top-level',
      'no top-level object can be told apart from the rest: 1 other test files must not touch any, and every choice leaves fewer',
      {
        topLevel: ['plan'],
        files: { 'tests/test_route.py': { points: [['plan']] }, 'tests/test_a.py': { points: [['plan']] } },
      },
    ],
    [
      'too-few-carved-lines',
      'only 12 lines can be taken out, 100 needed; 12 at most, whatever the P2P files',
      { topLevel: ['plan', 'length', 'scale', 'order'], settings: { p2pFiles: 1, minCarvedLines: 100 } },
    ],
    [
      'too-few-f2p-points',
      'only 1 test points run what is taken out, 10 needed; 1 at most, whatever the P2P files',
      { settings: { p2pFiles: 1, minF2pPoints: 10 } },
    ],
    [
      'nothing-extracted',
      'nothing can be taken out: all that the 1 top-level objects lead to is needed elsewhere, or is larger than the line budget',
      {
        topLevel: ['plan'],
        settings: {
          p2pFiles: 1,
          protect: ['plan', 'order'].map((name) => ({
            object: `src/walk/route.py::${name}::${name === 'plan' ? 4 : 8}`,
            because: 'an earlier carve without it broke tests/test_near.py::test_0',
          })),
        },
      },
    ],
  ] as const)('%s', async (code, message, change) => {
    const result = await isolateFixture('walk', { ...scene, ...(change as Partial<Scene>) })
    expect(result.kind === 'rejected' ? result.rejection : result.artifact).toMatchObject({
      stage: 'isolate',
      code,
      message,
    })
  })
})
