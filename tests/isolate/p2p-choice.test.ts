import { describe, expect, test } from 'vitest'
import { cutFixture, isolateFixture, type Scene } from './run-isolate.ts'

const paths = (cut: { p2p_files: { path: string }[] }) => cut.p2p_files.map((file) => file.path)

const scene: Scene = {
  f2p: ['tests/test_route.py'],
  topLevel: ['plan', 'scale', 'length'],
  files: {
    'tests/test_route.py': {
      points: [['plan', 'scale', 'length', 'distance', 'order']],
      calls: [['plan', 'order']],
    },
    'tests/test_near.py': { points: [['order', 'unit']] },
    'tests/test_far.py': { points: [['unit']] },
    'tests/test_scale.py': { points: [['scale']] },
    'tests/test_scale_length.py': { points: [['scale'], ['length']] },
  },
}

describe('regression files', () => {
  test('touch no top-level object, nearest to the feature first', async () => {
    const cut = await cutFixture('walk', { ...scene, settings: { p2pFiles: 2 } })
    expect(cut.p2p_files).toEqual([
      { path: 'tests/test_near.py', shared_modules: 2, stable_passes: 1 },
      { path: 'tests/test_far.py', shared_modules: 1, stable_passes: 1 },
    ])
    expect(cut.dropped_top_level).toEqual([])
  })

  test('too few: the top-level object that excludes most files is given up', async () => {
    const cut = await cutFixture('walk', { ...scene, settings: { p2pFiles: 3 } })
    expect(cut.dropped_top_level).toEqual([{ id: 'src/walk/route.py::scale::20', excluded_files: 2 }])
    expect(cut.top_level).toEqual(['src/walk/route.py::plan::4', 'src/walk/route.py::length::12'])
    expect(paths(cut).toSorted()).toEqual(['tests/test_far.py', 'tests/test_near.py', 'tests/test_scale.py'])
    expect(cut.p2p_qualified).toBe(3)
  })

  test('fewer in the repository than asked for: all that it has', async () => {
    const cut = await cutFixture('walk', { ...scene, settings: { p2pFiles: 9 } })
    expect([cut.p2p_wanted, cut.p2p_qualified, paths(cut).length]).toEqual([9, 4, 4])
  })

  test('ties are broken by the seed, not by the path', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`tests/test_same_${at}.py`, { points: [['unit']] }]),
    )
    const orders = [0, 1].map(async (seed) => {
      const with8 = { ...scene, files: { ...scene.files, ...files }, settings: { p2pFiles: 8, seed } }
      return paths(await cutFixture('walk', with8)).join()
    })
    const [one, other] = await Promise.all(orders)
    expect(one).not.toBe(other)
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
      'only 8 lines can be taken out, 100 needed',
      { topLevel: ['plan', 'length', 'scale', 'order'], settings: { p2pFiles: 1, minCarvedLines: 100 } },
    ],
    [
      'too-few-f2p-points',
      'only 1 test points run what is taken out, 10 needed',
      { settings: { p2pFiles: 1, minF2pPoints: 10 } },
    ],
    [
      'nothing-extracted',
      'nothing can be taken out: all 2 reached objects are needed elsewhere',
      {
        topLevel: ['plan'],
        settings: {
          p2pFiles: 1,
          protect: ['plan', 'order'].map((name) => ({
            object: `src/walk/route.py::${name}::${name === 'plan' ? 4 : 8}`,
            test: 'tests/test_near.py::test_0',
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
