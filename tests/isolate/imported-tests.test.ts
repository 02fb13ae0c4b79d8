import { expect, test } from 'vitest'
import { cutFixture, isolateFixture, type Scene } from './run-isolate.ts'

const f2p = 'tests/test_route.py'

/** All but the F2P file run nothing of `plan`; test_order runs `order`, which goes with it when no P2P file needs it. */
const files: Scene['files'] = {
  [f2p]: {
    points: [['plan', 'order']],
    calls: [['plan', 'order']],
  },
  'tests/sub/test_below.py': { points: [['unit']] },
  'tests/test_helped.py': { points: [['unit']] },
  'tests/test_more_routes.py': { points: [['unit']] },
  'tests/test_numbers.py': { points: [['unit', 'side']] },
  'tests/test_order.py': { points: [['order']] },
  'tests/test_plain.py': { points: [['unit', 'side']] },
}

const scene: Scene = { f2p: [f2p], topLevel: ['plan'], files }

/** The scene without some of its files. */
function without(...paths: readonly string[]): Scene {
  const left = Object.entries(files).filter(([path]) => !paths.includes(path))
  return { ...scene, files: Object.fromEntries(left) }
}

const importsF2p = { reason: `imports ${f2p}, which is hidden` }

test('test code that imports what is hidden is hidden too: directly, by a helper, by a conftest above it', async () => {
  // test_numbers is as near as test_plain; without a point of its own it is no regression file.
  const numbers = { 'tests/test_numbers.py': { points: [], imported: ['unit'] } }
  const cut = await cutFixture('imported-tests', { ...scene, files: { ...files, ...numbers } })
  expect(cut.p2p_files.map(({ path }) => path)).toEqual(['tests/test_plain.py'])
  expect(cut.hidden_test_files).toEqual([
    { path: f2p, reason: 'F2P file' },
    { path: 'tests/helpers.py', ...importsF2p },
    { path: 'tests/sub/conftest.py', ...importsF2p },
    { path: 'tests/sub/test_below.py', ...importsF2p },
    { path: 'tests/test_helped.py', ...importsF2p },
    { path: 'tests/test_more_routes.py', ...importsF2p },
    { path: 'tests/test_numbers.py', reason: 'imports tests/test_order.py, which is hidden' },
    { path: 'tests/test_order.py', reason: 'needs src/walk/route.py::order::5' },
  ])
})

test('no file that imports an F2P file is a regression file, however many are wanted', async () => {
  const cut = await cutFixture('imported-tests', { ...scene, settings: { p2pFiles: 9 } })
  expect(cut.p2p_files.map(({ path }) => path).toSorted()).toEqual([
    'tests/test_numbers.py',
    'tests/test_order.py',
    'tests/test_plain.py',
  ])
  expect(cut.dropped_top_level).toEqual([])
})

test('what a regression file imports is not hidden, because what it needs stays', async () => {
  // Without a point of its own test_order is no regression file; its import runs `order`.
  const order = { 'tests/test_order.py': { points: [], imported: ['order'] } }
  const rest = without('tests/test_plain.py')
  const cut = await cutFixture('imported-tests', { ...rest, files: { ...rest.files, ...order } })
  expect(cut.p2p_files.map(({ path }) => path)).toEqual(['tests/test_numbers.py'])
  expect(cut.remained).toContainEqual({
    id: 'src/walk/route.py::order::5',
    because: 'needed by tests/test_numbers.py',
  })
  expect(cut.hidden_test_files.map(({ path }) => path)).not.toContain('tests/test_order.py')
})

test('where every other test file imports the F2P file there is no regression file', async () => {
  const result = await isolateFixture(
    'imported-tests',
    without('tests/test_plain.py', 'tests/test_numbers.py', 'tests/test_order.py'),
  )
  expect(result).toMatchObject({
    kind: 'rejected',
    rejection: {
      code: 'no-p2p-files',
      message: 'all 3 other test files with a stable pass import the F2P file',
      evidence: {
        importing_f2p: ['tests/sub/test_below.py', 'tests/test_helped.py', 'tests/test_more_routes.py'],
      },
    },
  })
})
