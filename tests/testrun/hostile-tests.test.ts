import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Testbed } from '@quarry/core'
import {
  acceleratorCompiler,
  type FileRun,
  type FileTrace,
  probeDirectory,
  type PytestSettings,
  runTestFile,
  runTestFiles,
  sharedWarmUp,
  traceTestFile,
  traceTestFiles,
  type Tracing,
} from '@quarry/testrun'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pythonWithPytest } from '../support/python-with-pytest.ts'
import { openSubprocessTestbed } from '../support/subprocess-testbed.ts'

const settings: PytestSettings = {
  arguments: [],
  variables: {},
  importRoots: [''],
  fileSeconds: 60,
  pointSeconds: 20,
}
const fixture = fileURLToPath(new URL('../fixtures/testrun/hostile', import.meta.url))
const signal = new AbortController().signal

interface Expected {
  readonly status: FileRun['status']
  /** By the end of its id, what each test point comes to, and the functions of the package that it runs. */
  readonly points: Readonly<Record<string, string>>
  /** Points that lose calls, and say so, by how calls are heard. */
  readonly incomplete: Readonly<Record<string, readonly string[]>>
  /** Others, where that depends on the version of Python. */
  readonly perhaps?: readonly string[]
}

const expected: Readonly<Record<string, Expected>> = JSON.parse(
  await readFile(join(fixture, 'expected.json'), 'utf8'),
)
const isHanging = (file: string): boolean => file.startsWith('tests/test_hangs')
const files = Object.keys(expected).filter((file) => !isHanging(file))
const hanging = Object.keys(expected).filter(isHanging)

/** The one that all tests use, and those that were named for the probe's own tests. */
const pythons = [
  join(await pythonWithPytest(), 'bin/python'),
  ...(process.env['QUARRY_TEST_PYTHONS'] ?? '').split(':').filter((path) => path !== ''),
]

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quarry-accelerator-'))
})
afterAll(() => rm(directory, { recursive: true }))

/** Null where there is no compiler. */
async function accelerator(python: string): Promise<string | null> {
  const made = await execa(python, ['-I', join(probeDirectory, acceleratorCompiler), directory], {
    reject: false,
  })
  return made.exitCode === 0 ? made.stdout : null
}

/** Does the work in a testbed of its own, with this interpreter. */
async function inTestbed<T>(python: string, work: (testbed: Testbed) => Promise<T>): Promise<T> {
  const testbed = await openSubprocessTestbed(fixture)
  try {
    return await work({ ...testbed, python })
  } finally {
    await testbed.close()
  }
}

interface Way {
  readonly tracer: 'none' | Tracing['tracer']
  /** In a process per file, or in forks of a warm process. */
  readonly where: 'alone' | 'in forks'
}

/** Runs test files one way; what is traced comes out as a `FileTrace`. */
async function runFiles(
  python: string,
  files: readonly string[],
  { tracer, where }: Way,
  limits: PytestSettings,
): Promise<(FileRun | FileTrace)[]> {
  const compiled = tracer === 'auto' ? await accelerator(python) : null
  const traced = tracer === 'none' ? null : { hashSeed: 1, tracing: { tracer, accelerator: compiled } }
  const untraced = { hashSeed: 1 }
  if (where === 'alone') {
    const runAlone = (file: string) => (testbed: Testbed) =>
      traced === null
        ? runTestFile(testbed, limits, { file, ...untraced }, signal)
        : traceTestFile(testbed, limits, { file, ...traced }, signal)
    const lanes = [0, 1].map(async (lane) => {
      const runs: (FileRun | FileTrace)[] = []
      for (const [at, file] of files.entries())
        if (at % 2 === lane) runs.push(await inTestbed(python, runAlone(file)))
      return runs
    })
    return (await Promise.all(lanes)).flat()
  }
  const warm = sharedWarmUp({ modules: ['json'], sources: ['pkg/__init__.py'] })
  const runs: (FileRun | FileTrace)[] = []
  const keep = (run: FileRun | FileTrace): void => void runs.push(run)
  await inTestbed(python, (testbed) =>
    traced === null
      ? runTestFiles(testbed, limits, { files, warm, ...untraced }, keep, signal)
      : traceTestFiles(testbed, limits, { files, warm, ...traced }, keep, signal),
  )
  return runs
}

function byName<T>(path: string, values: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...values].map(([id, value]) => [nameOf(path, id), value]))
}

function nameOf(path: string, id: string): string {
  return id.startsWith(`${path}::`) ? id.slice(path.length + 2) : `of another file: ${id}`
}

/** Functions of the package and its scripts. */
function names(trace: Pick<FileTrace, 'codes'>, indexes: readonly number[]): string[] {
  const codes = indexes.flatMap((index) => trace.codes[index] ?? [])
  const own = codes.filter(({ path, name }) => /^(pkg|scripts)\//.test(path) && name !== '<module>')
  return own.map(({ name }) => name).toSorted()
}

/** Complete points tell all that ran, the others at least nothing else; and which ones these are is known. */
function expectTraced({ path, tracer, incomplete: lossy, ...trace }: FileTrace): void {
  const { points, incomplete, perhaps = [] } = expectedOf(path)
  const lost = lossy.map((id) => nameOf(path, id))
  const ran = [...trace.executed].map(([id, executed]): [string, string[]] => [
    nameOf(path, id),
    names(trace, executed),
  ])
  const known = ran.map(([name, found]): [string, string[]] => {
    const all = words(points[name]).slice(1)
    return [name, lost.includes(name) ? all.filter((each) => found.includes(each)) : all]
  })
  const sure = lost.filter((name) => !perhaps.includes(name))
  expect({ path, tracer, incomplete: sure, ran: Object.fromEntries(ran) }).toEqual({
    path,
    tracer,
    incomplete: incomplete[tracer ?? ''] ?? incomplete['any'],
    ran: Object.fromEntries(known),
  })
}

function expectedOf(path: string): Expected {
  const found = expected[path]
  if (found === undefined) throw new Error(`nothing is known of ${path}`)
  return found
}

function words(text = ''): string[] {
  return text.split(' ')
}

/** Status and outcomes by test file. */
function told(runs: readonly FileRun[]) {
  return Object.fromEntries(
    runs.map(({ path, status, outcomes }) => [path, { status, outcomes: byName(path, outcomes) }]),
  )
}

/** Files whose tests need something that older Pythons or pytests don't have: they skip themselves. */
const needs: Readonly<Record<string, string>> = {
  'tests/test_tools.py': 'hasattr(sys, "monitoring")',
  'tests/test_parts.py': 'hasattr(pytest, "Subtests")',
}

async function expectedOutcomes(python: string, files: readonly string[]) {
  const conditions = Object.values(needs).join(', ')
  const { stdout } = await execa(python, ['-c', `import pytest, sys; print(${conditions})`])
  const met = stdout.split(' ')
  const without = new Set(Object.keys(needs).filter((_, at) => met[at] !== 'True'))
  const entries = files.map((path) => {
    if (without.has(path)) return [path, { status: 'no-tests', outcomes: {} }]
    const { status, points } = expectedOf(path)
    const outcomes = Object.entries(points).map(([name, text]) => [name, words(text)[0]])
    return [path, { status, outcomes: Object.fromEntries(outcomes) }]
  })
  return Object.fromEntries(entries)
}

test('every hostile test file has its expectation', async () => {
  const names = await readdir(join(fixture, 'tests'), { recursive: true })
  const there = names.filter((name) => /test_\w+\.py$/.test(name)).map((name) => `tests/${name}`)
  expect(there.toSorted()).toEqual(Object.keys(expected).toSorted())
})

const ways: Way[] = (['none', 'python', 'auto'] as const).flatMap((tracer) =>
  (['alone', 'in forks'] as const).map((where) => ({ tracer, where })),
)

describe.each(pythons)('%s', (python) => {
  test.each(ways)(
    'what tests do to their process and their tracer touches no outcome, and is told: $tracer, $where (C01, C04, C06, C11, C29, C32)',
    async (way) => {
      const runs = await runFiles(python, files, way, settings)
      expect(told(runs)).toEqual(await expectedOutcomes(python, files))
      for (const run of runs) if ('executed' in run) expectTraced(run)
    },
    600_000,
  )

  // Nearly all of it is waiting.
  test.concurrent.each(ways.filter(({ tracer, where }) => tracer === 'none' || where === 'in forks'))(
    'what hangs ends by the limit of its point or its file: $tracer, $where',
    async (way) => {
      const runs = await runFiles(python, hanging, way, { ...settings, pointSeconds: 0.3, fileSeconds: 4 })
      expect(told(runs)).toEqual(await expectedOutcomes(python, hanging))
      for (const run of runs) if ('executed' in run) expectTraced(run)
    },
    120_000,
  )
})

test('what a plugin runs as pytest loads it by its entry point is in a bucket of its own (C30)', async () => {
  const [first = ''] = pythons
  const early = { ...settings, importRoots: ['', 'entry'] }
  for (const where of ['alone', 'in forks'] as const) {
    const runs = await runFiles(
      first,
      ['tests/test_exits.py', 'tests/test_streams.py'],
      { tracer: 'python', where },
      early,
    )
    for (const run of runs) {
      if (!('executed' in run)) throw new Error('not traced')
      expectTraced(run)
      expect(importsOf(run)).toEqual({
        none: ['pytest_configure', 'step', 'target'],
        'pkg/plugin.py': ['at_import'],
      })
    }
  }
}, 120_000)

test('what ran before the tracer makes every point incomplete, and its modules are told (C30)', async () => {
  const [first = ''] = pythons
  const customized = { ...settings, importRoots: ['', 'customized'] }
  for (const where of ['alone', 'in forks'] as const) {
    const runs = await runFiles(
      first,
      ['tests/test_exits.py', 'tests/test_streams.py'],
      { tracer: 'python', where },
      customized,
    )
    for (const run of runs) {
      if (!('executed' in run)) throw new Error('not traced')
      expect(run.incomplete).toEqual([...run.outcomes.keys()].toSorted())
      expect(bodiesOf(run)).toEqual(['customized/sitecustomize.py', 'pkg/__init__.py', run.path])
    }
  }
}, 120_000)

test('another tracer at collection makes every point incomplete, and hides no module (C29)', async () => {
  const [first = ''] = pythons
  const owned = 'tests/owned/test_owned.py'
  const [run] = await runFiles(first, [owned], { tracer: 'python', where: 'alone' }, settings)
  if (run === undefined || !('executed' in run)) throw new Error('not traced')
  expect(bodiesOf(run)).toEqual(['pkg/__init__.py', 'tests/owned/conftest.py', owned])
}, 60_000)

/** Functions of the package that ran in imports, by module. */
function importsOf(trace: FileTrace) {
  const entries = trace.imports.map(({ module, executed }): [string, string[]] => [
    module === null ? 'none' : (trace.codes[module]?.path ?? '?'),
    names(trace, executed),
  ])
  return Object.fromEntries(entries.filter(([, executed]) => executed.length > 0))
}

/** Modules whose bodies ran in imports. */
function bodiesOf(trace: FileTrace): string[] {
  const codes = trace.imports.flatMap(({ executed }) => executed.flatMap((index) => trace.codes[index] ?? []))
  return [...new Set(codes.filter(({ name }) => name === '<module>').map(({ path }) => path))].toSorted()
}
