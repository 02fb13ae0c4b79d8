import { fileURLToPath } from 'node:url'
import type { Testbed } from '@quarry/core'
import { type Collection, collectTests } from '@quarry/testrun'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSubprocessTestbed } from '../support/subprocess-testbed.ts'

const settings = { arguments: [], variables: {}, importRoots: [''], fileSeconds: 30, pointSeconds: 20 }
const fixtures = fileURLToPath(new URL('../fixtures/testrun', import.meta.url))
const signal = new AbortController().signal
const testbeds = new Map<string, Testbed>()

beforeAll(async () => {
  for (const name of ['collection-errors', 'unstable-ids', 'outcomes']) {
    testbeds.set(name, await openSubprocessTestbed(`${fixtures}/${name}`))
  }
}, 180_000)
afterAll(() => Promise.all([...testbeds.values()].map((testbed) => testbed.close())))

function testbed(fixture: string): Testbed {
  const found = testbeds.get(fixture)
  if (!found) throw new Error(`no testbed for ${fixture}`)
  return found
}

function collect(fixture: string, hashSeed = 1): Promise<Collection> {
  return collectTests(testbed(fixture), settings, { files: null, hashSeed }, signal)
}

test('a file that can not be imported, or leaves instead, does not hide the others (C03)', async () => {
  expect(await collect('collection-errors')).toEqual({
    points: [{ id: 'tests/test_good.py::test_ok', path: 'tests/test_good.py', digest: null }],
    errors: [
      { path: 'tests/test_bad.py', message: expect.stringContaining("cannot import name 'gone'") },
      { path: 'tests/test_leaves.py', message: 'tests/test_leaves.py: left by SystemExit(0)' },
    ],
    conftests: [],
    shadowed: [],
    warmUp: {
      modules: expect.arrayContaining(['pytest']),
      sources: expect.arrayContaining(['tests/test_good.py']),
    },
  })
})

test('a warning filter of a module that is missing is an error of the project, not of the machine (httpx)', async () => {
  const filters = 'filterwarnings=error\nignore::absent_module.AbsentWarning'
  const pytest = { ...settings, arguments: ['-o', filters] }
  const { points, errors } = await collectTests(
    testbed('outcomes'),
    pytest,
    { files: null, hashSeed: 1 },
    signal,
  )
  expect({ points, errors }).toEqual({
    points: [],
    errors: [{ path: '', message: expect.stringContaining("No module named 'absent_module'") }],
  })
})

test('only the named files are collected, and only Python functions of them', async () => {
  const pytest = { ...settings, arguments: ['--doctest-glob=*.txt'] }
  const files = ['tests/data/notes.txt', 'tests/test_ids.py']
  const { points } = await collectTests(testbed('outcomes'), pytest, { files, hashSeed: 1 }, signal)
  expect(new Set(points.map((point) => point.path))).toEqual(new Set(['tests/test_ids.py']))
  expect(points).toHaveLength(8)
})

test('ids, order and meaning of parameters show what the hash seed changes (C10)', async () => {
  const [first, second] = await Promise.all([collect('unstable-ids', 1), collect('unstable-ids', 2)])
  const part = (collection: Collection, name: string) =>
    collection.points.filter((point) => point.id.includes(`::${name}[`))
  expect(part(first, 'test_address')).not.toEqual(part(second, 'test_address'))
  expect(part(first, 'test_order')).not.toEqual(part(second, 'test_order'))
  expect(part(first, 'test_same_id_other_meaning').map((point) => point.id)).toEqual(
    part(second, 'test_same_id_other_meaning').map((point) => point.id),
  )
  expect(part(first, 'test_same_id_other_meaning')).not.toEqual(part(second, 'test_same_id_other_meaning'))
  expect(part(first, 'test_a_set_means_the_same')).toEqual(part(second, 'test_a_set_means_the_same'))
  expect(part(first, 'test_stable')).toEqual(part(second, 'test_stable'))
  expect(part(first, 'test_address')[0]?.digest).toMatch(/^[0-9a-f]{64}\+addresses$/)
})
