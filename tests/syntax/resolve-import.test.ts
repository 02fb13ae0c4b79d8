import { resolveImport, resolveSubmodule } from '@quarry/syntax'
import { expect, test } from 'vitest'

const files = new Set([
  'src/pkg/__init__.py',
  'src/pkg/a.py',
  'src/pkg/both.py',
  'src/pkg/both/__init__.py',
  'src/pkg/sub/__init__.py',
  'src/pkg/sub/b.py',
  'src/space/only.py',
  'top.py',
])
const has = (path: string) => files.has(path)
const roots = ['src', '']

test.each([
  ['a.b by its root', 'top.py', { module: 'pkg.a', level: 0 }, 'src/pkg/a.py'],
  ['a package', 'top.py', { module: 'pkg', level: 0 }, 'src/pkg/__init__.py'],
  ['a package before a module', 'top.py', { module: 'pkg.both', level: 0 }, 'src/pkg/both/__init__.py'],
  ['from the top', 'src/pkg/a.py', { module: 'top', level: 0 }, 'top.py'],
  ['not in the tree', 'top.py', { module: 'os.path', level: 0 }, null],
  ['a namespace package has no file', 'top.py', { module: 'space', level: 0 }, null],
  ['. in a module', 'src/pkg/a.py', { module: 'sub', level: 1 }, 'src/pkg/sub/__init__.py'],
  ['. in a package', 'src/pkg/__init__.py', { module: 'a', level: 1 }, 'src/pkg/a.py'],
  ['. alone', 'src/pkg/sub/b.py', { module: '', level: 1 }, 'src/pkg/sub/__init__.py'],
  ['..', 'src/pkg/sub/b.py', { module: 'a', level: 2 }, 'src/pkg/a.py'],
  ['too many dots', 'top.py', { module: 'a', level: 3 }, null],
])('%s', (_name, from, binding, expected) => {
  expect(resolveImport(from, binding, roots, has)).toBe(expected)
})

test.each([
  ['a submodule', { module: '', level: 1, name: 'a' }, 'src/pkg/a.py'],
  ['of a namespace package', { module: 'space', level: 0, name: 'only' }, 'src/space/only.py'],
  ['a name of the module itself', { module: '', level: 1, name: 'thing' }, null],
  ['a star', { module: '', level: 1, name: '*' }, null],
])('from m import: %s', (_name, binding, expected) => {
  expect(resolveSubmodule('src/pkg/__init__.py', binding, roots, has)).toBe(expected)
})
