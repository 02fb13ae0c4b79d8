import { editableRoots, type EditableRoots } from '@quarry/environment'
import { expect, test } from 'vitest'

const finder = `MAPPING: dict[str, str] = {'pkg': '/testbed/lib/pkg', 'mod': '/testbed/mod.py', 'renamed': '/testbed/other'}`

test.each<[string, Record<string, string>, EditableRoots]>([
  ['a path file', { 'p.pth': '/testbed/src\n' }, { kind: 'roots', roots: ['src'] }],
  ['the top itself', { 'p.pth': '/testbed' }, { kind: 'roots', roots: [''] }],
  ['paths elsewhere do not count', { 'p.pth': '/usr/lib\n/testbed2/src\n' }, { kind: 'roots', roots: [] }],
  [
    "setuptools' finder",
    { '__editable__.p.pth': 'import __editable___p_finder', '__editable___p_finder.py': finder },
    { kind: 'roots', roots: ['', 'lib'] },
  ],
  [
    'the finder of the library editables',
    {
      '_editable_impl_p.py': `F.map_module('pkg', '/testbed/src/pkg/__init__.py')\nF.map_module('a.b', '/testbed/ns/a/b.py')`,
    },
    { kind: 'roots', roots: ['ns', 'src'] },
  ],
  ['meson-python', { '_p_editable_loader.py': 'class MesonpyMetaFinder: pass' }, { kind: 'rebuilds' }],
  [
    'scikit-build-core',
    { '_p_editable.py': 'class ScikitBuildRedirectingFinder: pass' },
    { kind: 'rebuilds' },
  ],
])('%s', (_, files, expected) => {
  expect(editableRoots(new Map(Object.entries(files)), '/testbed')).toEqual(expected)
})
