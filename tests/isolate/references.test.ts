import { expect, test } from 'vitest'
import { cutFixture } from './run-isolate.ts'

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
  '__getattr__',
  'mentioned',
]

test('a function is deleted when nothing that stays refers to it, else hollowed', async () => {
  const cut = await cutFixture('references', {
    f2p: ['tests/test_feature.py'],
    topLevel: feature,
    files: { 'tests/test_feature.py': { points: [feature] }, 'tests/test_other.py': { points: [['stays']] } },
  })
  const decided = Object.fromEntries(
    cut.extracted.map(({ id, mode, reason }) => [id.split('::')[1], `${mode}: ${reason}`]),
  )
  const deleted = 'delete: nothing that stays refers to it'
  expect(decided).toEqual({
    exported: deleted,
    renamed: deleted,
    helper: deleted,
    in_table: 'hollow: referenced by src/pkg/table.py:4',
    as_default: 'hollow: referenced by src/pkg/core.py:77',
    by_string: 'hollow: named in a string at src/pkg/table.py:5',
    aliased: 'hollow: referenced by src/pkg/table.py:9',
    by_module: 'hollow: referenced by src/pkg/table.py:4',
    for_conftest: 'hollow: imported by tests/conftest.py:1',
    starred: 'hollow: referenced by src/pkg/star.py:3',
    in_annotation: deleted,
    endless: deleted,
    odd: deleted,
    even: deleted,
    plain_default: deleted,
    with_default: deleted,
    traced: deleted,
    decorated: deleted,
    recorded: 'hollow: decorated by @keep, which may keep a record of it',
    wrapped: deleted,
    __getattr__: 'hollow: special function of its module',
    mentioned: 'hollow: mentioned in src/pkg/broken.py, which cannot be parsed',
  })
})
