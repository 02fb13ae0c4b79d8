import { nameResolver, parseModule, type PythonModule, type Referent } from '@quarry/syntax'
import { describe, expect, test } from 'vitest'

function modulesOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, PythonModule> {
  const modules = new Map<string, PythonModule>()
  for (const [path, text] of Object.entries(files)) {
    const result = parseModule(path, new TextEncoder().encode(text))
    if (result.kind === 'unparsed') throw new Error(`${path}: ${result.reason}`)
    modules.set(path, result.module)
  }
  return modules
}

function resolverOf(files: Readonly<Record<string, string>>, roots: readonly string[] = ['src']) {
  const resolve = nameResolver(modulesOf(files), roots)
  return (path: string, name: string, within?: string | null) => resolve(path, name, within).map(shown)
}

function shown(referent: Referent): string {
  return referent.kind === 'module' ? referent.path : referent.definition.id
}

describe('a name leads to', () => {
  const resolve = resolverOf({
    'src/pkg/__init__.py': 'from .core import Engine as Engine, start\nfrom .extra import *\n',
    'src/pkg/core.py': 'class Engine:\n    class Part: ...\n    def run(self): ...\n\ndef start(): ...\n',
    'src/pkg/extra.py': 'def helper(): ...\n',
    'src/pkg/loop_a.py': 'from .loop_b import thing\n',
    'src/pkg/loop_b.py': 'from .loop_a import thing\n',
    'tests/test_core.py':
      'import pkg\nimport pkg.core as core\nfrom pkg import Engine as E, helper, extra\nimport json\n',
  })

  test.each([
    ['an alias of a re-export', 'E', ['src/pkg/core.py::Engine::1']],
    ['a method of a class', 'E.run', ['src/pkg/core.py::Engine.run::3']],
    ['a nested class', 'core.Engine.Part', ['src/pkg/core.py::Engine.Part::2']],
    ['a function through a star import', 'helper', ['src/pkg/extra.py::helper::1']],
    ['a module through from-import', 'extra', ['src/pkg/extra.py']],
    ['a function through its package', 'pkg.start', ['src/pkg/core.py::start::5']],
    ['a submodule of a package', 'pkg.extra.helper', ['src/pkg/extra.py::helper::1']],
    ['nothing outside the tree', 'json.loads', []],
    ['nothing when there is no such name', 'pkg.nothing', []],
  ])('%s', (_case, name, expected) => {
    expect(resolve('tests/test_core.py', name)).toEqual(expected)
  })

  test('nothing when imports go in a circle', () => {
    expect(resolve('src/pkg/loop_a.py', 'thing')).toEqual([])
  })
})

test('what an object imports for itself it alone has', () => {
  const resolve = resolverOf({
    'src/a.py': 'def make(): ...\n',
    'src/b.py': 'def make(): ...\n',
    'src/m.py':
      'from a import make\ndef f():\n    from b import make\n    return make\ndef g(): return make\ndef h():\n    import b\n',
    'src/n.py': 'from m import b\n',
  })
  expect(resolve('src/m.py', 'make', 'src/m.py::f::2')).toEqual(['src/b.py::make::1'])
  expect(resolve('src/m.py', 'make', 'src/m.py::g::5')).toEqual(['src/a.py::make::1'])
  expect(resolve('src/m.py', 'make', null)).toEqual(['src/a.py::make::1'])
  expect(resolve('src/m.py', 'make')).toEqual(['src/a.py::make::1', 'src/b.py::make::1'])
  expect(resolve('src/n.py', 'b.make')).toEqual([])
})

test('every branch of a conditional definition is a referent', () => {
  const resolve = resolverOf({
    'src/m.py': 'try:\n    from fast import f\nexcept ImportError:\n    def f(): ...\n',
    'src/fast.py': 'def f(): ...\n',
  })
  expect(resolve('src/m.py', 'f').toSorted()).toEqual(['src/fast.py::f::1', 'src/m.py::f::4'])
})

test('import a.b leads through a directory without an __init__', () => {
  const resolve = resolverOf({ 'ns/mod.py': 'def f(): ...\n', 'use.py': 'import ns.mod\nns.mod.f()\n' }, [''])
  expect(resolve('use.py', 'ns.mod.f')).toEqual(['ns/mod.py::f::1'])
})
