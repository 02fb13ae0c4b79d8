import { type Draft, type Observation, unpackObservation } from '@quarry/core'
import { beforeAll, expect, test } from 'vitest'
import { observeFixture } from './observe-fixture.ts'

let resolved: Draft<Observation>

beforeAll(async () => {
  const { result } = await observeFixture('resolved', ['src/resolved'])
  if (result.kind === 'rejected') throw new Error(result.rejection.message)
  resolved = result.artifact
}, 180_000)

function named(indexes: readonly number[] | undefined): string[] {
  return (indexes ?? []).map((index) => resolved.objects[index]?.qualname ?? '?')
}

test.each([
  ['dataclass', ['Point']],
  ['dataclass_that_inherits', ['Point', 'Checked', 'Checked.__post_init__', 'check']],
  ['named_tuple_subclass', ['Pair', 'Pair.swapped']],
  ['typed_named_tuple', ['Span', 'Span.length']],
  ['enum', ['Colour', 'Colour.shown']],
  ['registered_function', ['add', 'run']],
  ['registered_class', ['Plugin', 'Plugin.work', 'Doubler', 'Doubler.result', 'make']],
  ['class_attribute_table', ['_upper', 'Renderer', 'Renderer.__init__', 'Renderer.render']],
  ['function_wrapper', ['traced', 'wrapped']],
  ['class_as_decorator', ['Once', 'Once.__call__', 'called_once']],
  ['inherited_method', ['Base', 'Base.greet', 'Base.name', 'Base.build', 'Derived', 'Derived.name']],
  ['property_pair', ['Counter', 'Counter.count', 'Counter.count', 'limited']],
  ['cached_property', ['Counter', 'Counter.doubled']],
  ['dispatched_method', ['Counter', 'Counter._']],
  ['partial_method', ['Counter', 'Counter._']],
  ['static_method', ['Counter', 'Counter.zero']],
  ['delegation', ['Counter', 'Counter.count', 'Proxy', 'Proxy.__init__', 'Proxy.__getattr__']],
  ['context_manager_and_generator', ['opened', 'counted', 'numbers']],
  ['generated_code', ['limited', 'generated']],
])('what runs is named as a person would name it: %s', (name, expected) => {
  const points = unpackObservation(resolved).test_files.flatMap((file) => file.points)
  const point = points.find(({ id }) => id === `tests/test_resolved.py::test_${name}`)
  expect(named(point?.executed)).toEqual(expected)
})

test('what registers itself and what decorates belongs to the import', () => {
  expect(named(unpackObservation(resolved).test_files[0]?.imported)).toEqual([
    'command',
    'Plugin',
    'Plugin.__init_subclass__',
    'Doubler',
    'Tripler',
    'traced',
    'Once',
    'Once.__init__',
  ])
})
