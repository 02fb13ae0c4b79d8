import { expect, test } from 'vitest'
import { carvedCopy, passing } from './carved-copy.ts'
import { cutFixture, type Scene } from './run-isolate.ts'

const feature = [
  'exported',
  'renamed',
  'helper',
  'in_table',
  'as_default',
  'by_string',
  'aliased',
  'by_module',
  'for_conftest',
  'starred',
  'in_annotation',
  'endless',
  'odd',
  'even',
  'plain_default',
  'with_default',
  'traced',
  'decorated',
  'recorded',
  'wrapped',
  '__dir__',
  'mentioned',
  'Evaluated',
  'looked_up',
  'compared',
  'shadowed',
  'keyed',
  'keyed_and_named',
  'patched',
  'in_example',
  'fails',
  'apart',
  'made:198',
  'in_tuple',
  'in_set',
  'renamed_away',
]

const scene: Scene = {
  f2p: ['tests/test_feature.py'],
  topLevel: feature,
  files: {
    'tests/test_feature.py': { points: [feature] },
    'tests/test_other.py': {
      points: [['stays', 'stays_too', 'use', 'needs_evaluated', 'shares', '_shared']],
    },
  },
}

test('a function is deleted when nothing that stays refers to it, else hollowed', async () => {
  const cut = await cutFixture('references', scene)
  const decided = Object.fromEntries(
    cut.extracted.map(({ id, mode, reason }) => [id.split('::')[1], `${mode}: ${reason}`]),
  )
  const deleted = 'delete: nothing that stays refers to it'
  const along = 'delete: only what is gone used it'
  expect(decided).toEqual({
    exported: deleted,
    renamed: deleted,
    helper: deleted,
    in_table: deleted,
    as_default: 'hollow: referenced by src/pkg/core.py:77',
    by_string: 'hollow: named in a string at src/pkg/table.py:6',
    aliased: 'hollow: referenced by src/pkg/table.py:13',
    by_module: deleted,
    for_conftest: 'hollow: imported by tests/conftest.py:1',
    starred: deleted,
    in_annotation: deleted,
    endless: deleted,
    odd: deleted,
    even: deleted,
    plain_default: deleted,
    with_default: deleted,
    traced: deleted,
    decorated: deleted,
    recorded: 'hollow: decorated by @keep, which may list it',
    wrapped: deleted,
    __dir__: 'hollow: special function of its module',
    mentioned: 'hollow: mentioned in src/pkg/broken.py, which cannot be parsed',
    looked_up: 'hollow: named in a string at src/pkg/core.py:138',
    compared: deleted,
    shadowed: deleted,
    keyed: deleted,
    keyed_and_named: 'hollow: recorded by a key that is used by src/pkg/table.py:13',
    patched: 'hollow: named in a string at tests/test_other.py:6',
    in_example: deleted,
    fails: deleted,
    _failure: along,
    _describe: along,
    apart: deleted,
    made: deleted,
    in_tuple: 'hollow: referenced by src/pkg/table.py:7',
    in_set: deleted,
    renamed_away: deleted,
    old_name: 'delete: it only works with what is gone',
  })
  expect(cut.remained).toEqual([
    {
      id: 'src/pkg/core.py::Evaluated::115',
      because:
        'no method of it can be taken out, and it cannot be deleted: referenced by src/pkg/core.py:119',
    },
  ])
  expect(cut.leftovers.map(({ path, line, name, what }) => `${path}:${line} ${what} ${name}`)).toEqual([
    'src/pkg/star.py:3 assignment kept',
    'src/pkg/table.py:5 entry HANDLERS',
    'src/pkg/table.py:5 entry HANDLERS',
    'src/pkg/table.py:8 assignment SET',
    'src/pkg/table.py:9 assignment Alias',
  ])
})

test('the tests that stay pass on what is left of it', async () => {
  const cut = await cutFixture('references', scene)
  const copy = await carvedCopy('references', cut)
  expect(await passing(copy, ['test_other.test_stays'])).toEqual(['test_other.test_stays'])
})
