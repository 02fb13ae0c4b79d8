import { fileURLToPath } from 'node:url'
import type { Testbed } from '@quarry/core'
import { type FileTrace, traceTestFile } from '@quarry/testrun'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSubprocessTestbed } from '../support/subprocess-testbed.ts'

const settings = { arguments: [], variables: {}, importRoots: ['src'], fileSeconds: 30, pointSeconds: 20 }
const fixtures = fileURLToPath(new URL('../fixtures/testrun', import.meta.url))
let testbed: Testbed
let rough: Testbed

beforeAll(async () => {
  testbed = await openSubprocessTestbed(`${fixtures}/traced`)
  rough = await openSubprocessTestbed(`${fixtures}/rough-tests`)
}, 180_000)
afterAll(() => Promise.all([testbed.close(), rough.close()]))

function trace(name: string, where: Testbed = testbed): Promise<FileTrace> {
  const tracing = { tracer: 'auto', accelerator: null } as const
  return traceTestFile(
    where,
    settings,
    { file: `tests/${name}`, hashSeed: 1, tracing },
    new AbortController().signal,
  )
}

/** Code of the source tree as `module.name`, classes as `module.Name (class)`; bodies of modules left out. */
function names(trace: FileTrace, indexes: readonly number[]): string[] {
  const codes = indexes.map((index) => trace.codes[index]).filter((code) => code !== undefined)
  const source = codes.filter((code) => code.path.startsWith('src/') && code.name !== '<module>')
  return source.map((code) => {
    const module = code.path.replace(/^src\/pkg\//, '').replace(/\.py$/, '')
    return `${module}.${code.name}${code.kind === 'class' ? ' (class)' : ''}`
  })
}

function executedByTest(trace: FileTrace): Record<string, string[]> {
  const entries = [...trace.executed].map(([id, indexes]) => [
    id.slice(id.indexOf('::') + 2),
    names(trace, indexes).toSorted(),
  ])
  return Object.fromEntries(entries)
}

/** What a function calls in one test point. */
function callsFrom(trace: FileTrace, point: string, caller = point): string[] {
  const calls = trace.calls.get(`${trace.path}::${point}`) ?? []
  const pairs = calls.map((index) => trace.edges[index]).filter((edge) => edge !== undefined)
  const callees = pairs.filter(([from]) => trace.codes[from]?.name === caller).map(([, to]) => to)
  return names(trace, callees).toSorted()
}

/** What ran in imports, by module. */
function executedByImport(trace: FileTrace): Record<string, string[]> {
  const entries = trace.imports.map(({ module, executed }) => [
    module === null ? 'none' : trace.codes[module]?.path,
    names(trace, executed).toSorted(),
  ])
  return Object.fromEntries(entries)
}

test('generated methods and inherited ones execute the classes they belong to (C34)', async () => {
  const traced = await trace('test_classes.py')
  expect(executedByTest(traced)).toEqual({
    test_dataclass: ['values.Point (class)'],
    test_named_tuple: ['values.Row (class)'],
    test_typed_named_tuple: ['values.Named (class)'],
    test_attrs: ['values.Sized (class)'],
    test_inherited: [
      'values.<listcomp>',
      'values.Base (class)',
      'values.Child (class)',
      'values.__init__',
      'values.describe',
      'values.helper',
    ],
    test_argument_is_no_method_call: ['values.takes'],
    test_property: ['values.Base (class)', 'values.helper', 'values.length'],
  })
  expect(callsFrom(traced, 'test_dataclass')).toEqual(['values.Point (class)'])
  expect(callsFrom(traced, 'test_inherited', 'Child')).toEqual(['values.Base (class)'])
  expect(callsFrom(traced, 'test_inherited')).toEqual([
    'values.Child (class)',
    'values.__init__',
    'values.describe',
  ])
  expect(traced.incomplete).toEqual([])
})

test('generators, coroutines, threads, callbacks from C code and other processes are seen (C32)', async () => {
  const traced = await trace('test_running.py')
  expect(executedByTest(traced)).toEqual({
    test_generator: ['running.step', 'running.two_yields'],
    test_coroutine: ['running.step', 'running.two_awaits'],
    test_thread: ['running.step', 'running.work'],
    test_called_by_c_code: ['running.by_key', 'running.step'],
    test_subprocess: ['running.step', 'running.work'],
    test_isolated_subprocess: [],
  })
  expect(callsFrom(traced, 'test_called_by_c_code')).toEqual(['running.by_key'])
  expect(callsFrom(traced, 'test_thread')).toEqual(['running.work'])
  expect(callsFrom(traced, 'test_generator', 'two_yields')).toEqual(['running.step'])
  expect(traced.incomplete).toEqual(['tests/test_running.py::test_isolated_subprocess'])
})

test('tests that end the tracing are incomplete, and the next one is traced again (C29)', async () => {
  const traced = await trace('test_killers.py')
  expect(traced.status).toBe('completed')
  expect(traced.incomplete).toEqual([
    'tests/test_killers.py::test_borrows',
    'tests/test_killers.py::test_recursion',
    'tests/test_killers.py::test_switches_off',
  ])
  expect(executedByTest(traced)['test_target']).toEqual(['__init__.register', '__init__.target'])
})

test('what runs at import is in a bucket of its own, for early plugins and late imports too (C30)', async () => {
  const traced = await trace('test_scopes.py')
  expect(executedByImport(traced)).toEqual({
    none: [],
    'src/pkg/__init__.py': ['__init__.build', '__init__.register'],
    'src/pkg/late.py': ['late.at_import'],
    'src/pkg/values.py': [
      'values.Base',
      'values.Child',
      'values.Named',
      'values.Point',
      'values.Row',
      'values.Sized',
    ],
    'tests/conftest.py': [],
  })
  expect(executedByTest(traced)['test_imports_late']).toEqual(['late.later'])
})

test('a fixture of a wider scope counts for every test that uses it', async () => {
  const traced = await trace('test_scopes.py')
  const shared = ['values.Base (class)', 'values.__init__', 'values.helper', 'values.make']
  expect(executedByTest(traced)).toEqual({
    test_before: [],
    test_first: shared,
    test_second: shared,
    test_by_name: shared,
    test_imports_late: ['late.later'],
  })
  for (const point of ['test_first', 'test_second', 'test_by_name'])
    expect(callsFrom(traced, point, 'make')).toEqual(['values.Base (class)', 'values.__init__'])
  expect(callsFrom(traced, 'test_before', 'make')).toEqual([])
  expect(names(traced, traced.between.executed).toSorted()).toEqual(shared)
})

test('points that a dying process never traced are incomplete', async () => {
  const traced = await trace('test_exit.py', rough)
  expect(traced.status).toBe('crashed')
  expect(traced.incomplete).toEqual(['tests/test_exit.py::test_after', 'tests/test_exit.py::test_leaves'])
})
