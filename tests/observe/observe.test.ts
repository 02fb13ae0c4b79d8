import {
  type Draft,
  type Edge,
  type Observation,
  type TestFileObservation,
  type UnpackedObservation,
  unpackObservation,
} from '@quarry/core'
import { listCandidates, type ObserveSettings } from '@quarry/observe'
import { beforeAll, expect, test } from 'vitest'
import { observeFixture } from './observe-fixture.ts'

async function observed(
  fixture: string,
  settings: Partial<ObserveSettings> = {},
): Promise<Draft<Observation>> {
  const { result } = await observeFixture(fixture, [`src/${fixture}`], settings)
  if (result.kind === 'rejected') throw new Error(result.rejection.message)
  return result.artifact
}

let shop: Draft<Observation>

beforeAll(async () => {
  shop = await observed('shop')
}, 180_000)

/** A file's observation with names in place of indexes. */
function named(observation: UnpackedObservation, file: TestFileObservation) {
  const name = (index: number): string => observation.objects[index]?.qualname ?? '?'
  const names = (indexes: readonly number[]): string[] => indexes.map(name).toSorted()
  const call = ([caller, callee]: Edge): string => `${name(caller)} -> ${name(callee)}`
  const calls = (numbers: readonly number[]): string[] =>
    numbers.map((number) => call(observation.edges[number] ?? [-1, -1])).toSorted()
  return {
    ...file,
    points: file.points.map((point) => ({
      ...point,
      executed: names(point.executed),
      calls: calls(point.calls),
    })),
    imports: file.imports.map((place) => ({
      module: place.module,
      executed: names(place.executed),
      calls: calls(place.calls),
    })),
    imported: names(file.imported),
    between: names(file.between),
    between_calls: calls(file.between_calls),
    calls: file.calls.map(call).toSorted(),
    called_from_file: names(file.called_from_file),
    called_from_helpers: names(file.called_from_helpers),
  }
}

const quiet = {
  status: 'collected',
  message: null,
  imports: [
    { module: 'src/shop/cart.py', executed: ['registered'], calls: [] },
    { module: 'src/shop/prices.py', executed: ['registered'], calls: ['Price -> registered'] },
  ],
  imported: ['registered'],
  between: [],
  between_calls: [],
  calls: [],
  loaded: ['src/shop/__init__.py', 'src/shop/cart.py', 'src/shop/prices.py', 'src/shop/testing.py'],
  called_from_file: [],
  called_from_helpers: [],
  incomplete: [],
}

function point(
  id: string,
  outcomes: string[],
  ran: { executed: string[]; calls: string[] } = { executed: [], calls: [] },
  reasons: string[] = [],
) {
  return { id, digest: null, outcomes, stable: reasons.length === 0, reasons, ...ran }
}

test('a whole suite: outcomes, stability, and who called whom', () => {
  const total = {
    executed: ['Cart', 'Cart.__init__', 'Priced', 'Priced.total', 'rounded'],
    calls: ['Cart -> Priced', 'Priced.total -> rounded'],
  }
  const added = {
    executed: [...total.executed, 'Cart.add', 'Item', 'Price', 'Price.check', 'sample'].toSorted(),
    calls: [...total.calls, 'Cart.add -> Price.check', 'sample -> Item'].toSorted(),
  }
  const suite = unpackObservation(shop)
  expect(suite.test_files.map((file) => named(suite, file))).toEqual([
    {
      ...quiet,
      path: 'tests/other/test_cart.py',
      points: [point('tests/other/test_cart.py::test_nothing', ['passed', 'passed'])],
    },
    {
      ...quiet,
      path: 'tests/test_cart.py',
      points: [
        point('tests/test_cart.py::test_total', ['passed', 'passed'], added),
        point('tests/test_cart.py::test_two', ['passed', 'passed'], added),
        point('tests/test_cart.py::test_empty', ['passed', 'passed'], total),
        point('tests/test_cart.py::test_fails', ['failed', 'failed'], total),
      ],
      between: ['Item', 'sample'],
      between_calls: ['sample -> Item'],
      calls: ['Cart -> Priced', 'Cart.add -> Price.check', 'Priced.total -> rounded', 'sample -> Item'],
      called_from_file: ['Cart', 'Cart.__init__', 'Item', 'Priced.total'],
      called_from_helpers: ['Cart', 'Cart.__init__', 'Cart.add', 'sample'],
    },
    {
      ...quiet,
      path: 'tests/test_leaves.py',
      status: 'crashed',
      message: 'crashed while tests/test_leaves.py::test_leaves ran',
      points: [
        point('tests/test_leaves.py::test_before', ['passed', 'passed'], undefined, ['file-not-completed']),
        point('tests/test_leaves.py::test_leaves', ['crashed', 'crashed'], undefined, ['file-not-completed']),
      ],
      incomplete: ['tests/test_leaves.py::test_leaves'],
    },
    {
      ...quiet,
      path: 'tests/test_missing_import.py',
      status: 'collection-error',
      message: "ImportError: cannot import name 'gone' from 'shop' (src/shop/__init__.py)",
      points: [],
    },
    {
      ...quiet,
      path: 'tests/test_only_skips.py',
      points: [point('tests/test_only_skips.py::test_skipped', ['skipped', 'skipped'])],
    },
    {
      ...quiet,
      path: 'tests/test_unstable.py',
      points: [
        point('tests/test_unstable.py::test_depends_on_the_hash_seed', ['passed', 'failed'], undefined, [
          'outcomes-differ',
        ]),
        ...[1, 2].map((number) => ({
          ...point(`tests/test_unstable.py::test_parameters[${number}]`, ['passed', 'passed']),
          digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        })),
      ],
    },
  ])
  expect(shop.objects.map((object) => object.id)).toEqual([
    'src/shop/cart.py::Item::6',
    'src/shop/cart.py::Priced::12',
    'src/shop/cart.py::Priced.total::13',
    'src/shop/cart.py::Cart::17',
    'src/shop/cart.py::Cart.__init__::23',
    'src/shop/cart.py::Cart.add::26',
    'src/shop/cart.py::Cart.never_called::33',
    'src/shop/cart.py::Unused::37',
    'src/shop/prices.py::registered::1',
    'src/shop/prices.py::Price::5',
    'src/shop/prices.py::Price.check::6',
    'src/shop/prices.py::rounded::12',
    'src/shop/test_tools.py::tool::4',
    'src/shop/testing.py::sample::4',
  ])
  expect(shop.test_code).toEqual([
    'tests/conftest.py',
    'tests/helpers.py',
    'tests/other/test_cart.py',
    'tests/test_cart.py',
    'tests/test_leaves.py',
    'tests/test_missing_import.py',
    'tests/test_only_skips.py',
    'tests/test_unstable.py',
  ])
})

test('observed twice, the content is the same', async () => {
  const { measured: _, ...first } = shop
  const { measured: __, ...second } = await observed('shop', { concurrency: 1 })
  expect(second).toEqual(first)
}, 120_000)

test('globs choose test files; the others stay test code', async () => {
  const { test_files, test_code } = await observed('shop', { testFiles: ['tests/test_c*.py'] })
  expect(test_files.map((file) => file.path)).toEqual(['tests/test_cart.py'])
  expect(test_code).toContain('tests/test_unstable.py')
}, 60_000)

test('every test file is a candidate or has the reason why not', () => {
  const header = { schema_version: 1, refs: {}, content_hash: 'a'.repeat(64) } as const
  const snapshot = {
    repository: 'shop',
    test_file_dates: { 'tests/test_cart.py': '2026-03-01T00:00:00.000Z' },
    release_date: { at: '2026-04-01T00:00:00.000Z', from: 'index-upload-time' as const },
    commit_date: null,
  }
  expect(listCandidates({ ...header, ...shop }, snapshot, 10)).toEqual({
    candidates: [
      ['tests/other/test_cart.py', 1, '2026-04-01T00:00:00.000Z', 'index-upload-time'],
      ['tests/test_cart.py', 3, '2026-03-01T00:00:00.000Z', 'last-change'],
      ['tests/test_unstable.py', 2, '2026-04-01T00:00:00.000Z', 'index-upload-time'],
    ].map(([path, stable_passes, at, from]) => ({
      id: `shop:${path}`,
      repository: 'shop',
      test_files: [path],
      stable_passes,
      dated: [{ path, at, from }],
      measured: {},
    })),
    rejections: [
      {
        path: 'tests/test_leaves.py',
        rejection: {
          stage: 'observe',
          code: 'test-file-crashed',
          message: 'tests/test_leaves.py: crashed',
          evidence: {
            path: 'tests/test_leaves.py',
            message: 'crashed while tests/test_leaves.py::test_leaves ran',
          },
        },
      },
      {
        path: 'tests/test_missing_import.py',
        rejection: {
          stage: 'observe',
          code: 'test-file-not-collected',
          message: 'tests/test_missing_import.py: collection error',
          evidence: {
            path: 'tests/test_missing_import.py',
            message: "ImportError: cannot import name 'gone' from 'shop' (src/shop/__init__.py)",
          },
        },
      },
      {
        path: 'tests/test_only_skips.py',
        rejection: {
          stage: 'observe',
          code: 'no-stable-passes',
          message: 'none of the 1 test points of tests/test_only_skips.py passes in every run',
          evidence: { path: 'tests/test_only_skips.py', outcomes: { skipped: 2 }, unstable: {} },
        },
      },
    ],
  })
})

test('a suite without tests and a suite without passes are rejected', async () => {
  const empty = await observeFixture('shop', ['src/shop'], { testFiles: ['no/such/*.py'] })
  expect(empty.result).toEqual({
    kind: 'rejected',
    rejection: {
      stage: 'observe',
      code: 'no-tests-collected',
      message: 'pytest collected no test and met errors',
      evidence: { errors: ['no file matches no/such/*.py'] },
    },
  })
  const skips = await observeFixture('shop', ['src/shop'], { testFiles: ['tests/test_only_skips.py'] })
  expect(skips.result).toEqual({
    kind: 'rejected',
    rejection: {
      stage: 'observe',
      code: 'nothing-passes',
      message: 'none of 1 test points in 1 test files passes in every run',
      evidence: { files: [{ path: 'tests/test_only_skips.py', status: 'collected', message: null }] },
    },
  })
}, 60_000)

test('progress is told test file by test file', async () => {
  const { events } = await observeFixture('shop', ['src/shop'], { testFiles: ['tests/test_cart.py'] })
  expect(events).toEqual(
    [0, 1].map((done) => ({
      type: 'stage-progress',
      stage: 'observe',
      subject: 'shop',
      what: 'test files',
      done,
      total: 1,
    })),
  )
}, 60_000)
