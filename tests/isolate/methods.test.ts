import { expect, test } from 'vitest'
import { cutFixture } from './run-isolate.ts'

const feature = [
  'Square.__eq__',
  'Square.name',
  'Square.area',
  'Square.grow',
  'Square._checked',
  'Square.called_elsewhere',
  'Square.dumps',
  'Square.width:44',
  'Square.height:52',
  'Square.scale:64',
  'Square.copy',
  'Square.rotate',
  'Failure.hint',
  'Unrelated.grow',
  'render',
]

test('a method of a class that stays is deleted when nothing can miss it, else hollowed', async () => {
  const cut = await cutFixture('methods', {
    f2p: ['tests/test_feature.py'],
    topLevel: feature,
    files: {
      'tests/test_feature.py': { points: [feature] },
      'tests/test_other.py': {
        points: [['Square.__init__', 'Failure', 'Unrelated', 'elsewhere', 'Square.height:56']],
      },
    },
  })
  const decided = cut.extracted.map(({ id, mode, reason }) => [
    id.split('::').slice(1).join(':'),
    `${mode}: ${reason}`,
  ])
  const deleted = 'delete: nothing that stays refers to it'
  expect(Object.fromEntries(decided)).toEqual({
    'Square.__eq__:22': 'hollow: special method of a class that stays',
    'Square.name:25': 'hollow: overrides Shape.name',
    'Square.area:28': 'hollow: overrides Shape.area',
    'Square.grow:31': deleted,
    'Square._checked:35': deleted,
    'Square.called_elsewhere:38': 'hollow: referenced by src/shapes/base.py:108',
    'Square.dumps:41': deleted,
    'Square.width:44': deleted,
    'Square.width:48': 'delete: it belongs to Square.width',
    'Square.height:52': 'hollow: another definition of the same name stays, at line 56',
    'Square.scale:60': 'delete: it belongs to Square.scale',
    'Square.scale:62': 'delete: it belongs to Square.scale',
    'Square.scale:64': deleted,
    'Square.copy:67': 'hollow: referenced by src/shapes/base.py:70',
    'Square.rotate:72': deleted,
    'Failure.hint:77': deleted,
    'Unrelated.grow:82': deleted,
    'render:92': deleted,
    '_:97': 'delete: it belongs to render',
    '_render_list:102': 'delete: it belongs to render',
  })
})
