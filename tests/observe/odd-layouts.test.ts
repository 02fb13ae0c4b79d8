import { type Draft, type Observation, unpackObservation } from '@quarry/core'
import { beforeAll, expect, test } from 'vitest'
import { observeFixture } from './observe-fixture.ts'

let odd: Draft<Observation>

beforeAll(async () => {
  const { result } = await observeFixture('odd', ['src/odd'])
  if (result.kind === 'rejected') throw new Error(result.rejection.message)
  odd = result.artifact
}, 180_000)

const file = 'src/odd/tests/test_shapes.py'

function executed(test: string): string[] {
  const points = unpackObservation(odd).test_files.flatMap(({ points }) => points)
  const indexes = points.find((point) => point.id === `${file}::${test}`)?.executed ?? []
  return indexes.map((index) => odd.objects[index]?.id.replace('src/odd/', '') ?? '?')
}

test('modules below a tests directory of the package are test code, a module that pytest looks into is not', () => {
  expect(odd.test_files.map(({ path, status }) => [path, status])).toEqual([[file, 'collected']])
  expect(odd.test_code).toEqual(['src/odd/tests/__init__.py', 'src/odd/tests/support.py', file])
})

test('files that do not parse or are shadowed by a compiled file hold no objects (C34)', () => {
  expect(odd.objects.map(({ id }) => id.replace('src/odd/', ''))).toEqual([
    'checks.py::test_something::4',
    'shapes.py::limits::4',
    'shapes.py::Shape::8',
    'shapes.py::Shape.Corner::13',
    'shapes.py::Shape.Corner.__init__::14',
    'shapes.py::Shape.corner::17',
    'shapes.py::Branch::27',
    'shapes.py::Branch.__init__::28',
    'shapes.py::Branch::33',
    'shapes.py::Branch.__init__::34',
    'shapes.py::Bare::38',
    'shapes.py::make_bare::42',
  ])
  expect(odd.measured).toMatchObject({
    unparsed: ['src/odd/broken.py'],
    shadowed: ['src/odd/fast.py'],
  })
})

test('code belongs to the innermost object; a class whose body ran at import did not run', () => {
  expect(executed('test_lambda_of_a_class_body')).toEqual(['shapes.py::Shape::8'])
  expect(executed('test_nested_and_local_classes')).toEqual([
    'shapes.py::Shape::8',
    'shapes.py::Shape.Corner::13',
    'shapes.py::Shape.Corner.__init__::14',
    'shapes.py::Shape.corner::17',
  ])
  expect(executed('test_class_without_constructor')).toEqual(['shapes.py::make_bare::42'])
  expect(unpackObservation(odd).test_files[0]?.imported.map((index) => odd.objects[index]?.qualname)).toEqual(
    ['limits'],
  )
})

test('a class that is defined twice counts as both', () => {
  expect(executed('test_class_defined_twice')).toEqual([
    'shapes.py::Branch::27',
    'shapes.py::Branch.__init__::28',
    'shapes.py::Branch::33',
  ])
})

test('parameters that depend on the hash seed are unstable, with the reason (C10)', () => {
  const points = odd.test_files.flatMap(({ points }) => points)
  const unstable = points.filter((point) => !point.stable)
  expect(
    new Set(unstable.filter(({ id }) => id.includes('test_order')).flatMap(({ reasons }) => reasons)),
  ).toEqual(new Set(['other-place']))
  expect(
    unstable.filter(({ id }) => id.includes('test_meaning')).map(({ id, reasons }) => [id, reasons]),
  ).toEqual([[`${file}::test_meaning[words]`, ['other-parameters']]])
})
