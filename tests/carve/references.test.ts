import { carveFiles } from '@quarry/carve'
import { expect, test } from 'vitest'
import { carveAll, objectsOf, parseFiles, sourcesOf } from './carving.ts'

function carved(
  texts: Record<string, string>,
  gone: readonly string[],
  importRoots?: readonly string[],
): Record<string, string> {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]))
  const changed = carveAll(files, { delete: gone }, importRoots)
  return Object.fromEntries(changed.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]))
}

/** A module `m` with `f`, that goes, and another one of which only the text is interesting. */
function importing(text: string): string {
  const result = carved({ 'm.py': 'def f():\n    pass\n\n\na = b = 1\n', 'n.py': text }, ['m.py::f'])
  return result['n.py'] ?? text
}

test.each([
  ['alone', 'from m import f\nx = 1\n', 'x = 1\n'],
  ['first', 'from m import f, a as b\n', 'from m import a as b\n'],
  ['last', 'from m import a as b, f as g\n', 'from m import a as b\n'],
  ['in the middle', 'from m import a, f, b  # why\n', 'from m import a, b  # why\n'],
  ['twice', 'from m import f as g, a, f as h\n', 'from m import a\n'],
  ['in parentheses', 'from m import (f, a)\n', 'from m import (a)\n'],
  ['trailing comma', 'from m import (a, f,)\n', 'from m import (a,)\n'],
  ['at the end of a line', 'from m import (a, f,\n               b)\n', 'from m import (a, b)\n'],
  [
    'in parentheses, over lines',
    'from m import (\n    a,\n    f,\n    b,\n)\n',
    'from m import (\n    a,\n    b,\n)\n',
  ],
  ['last without a comma', 'from m import (\n    a,\n    f\n)\n', 'from m import (\n    a,\n)\n'],
  ['its comment goes', 'from m import (\n    a,  # a\n    f,  # f\n)\n', 'from m import (\n    a,  # a\n)\n'],
  ['behind a commented one', 'from m import (a,  # a\n    f)\n', 'from m import (a,  # a\n)\n'],
  ['continued lines', 'from m import a, \\\n    f\n', 'from m import a\n'],
  ['first of continued lines', 'from m import f, \\\n    a\n', 'from m import a\n'],
  ['before a semicolon', 'from m import f; x = 1\n', 'x = 1\n'],
  ['behind a semicolon', 'x = 1; from m import f  # why\n', 'x = 1  # why\n'],
  ['behind a semicolon, with one of its own', 'x = 1; from m import f;\n', 'x = 1;\n'],
  ['two on one line', 'from m import f; from m import f as g\nx = 1\n', 'x = 1\n'],
  ['in a block of its own', 'with x:\n    from m import f  # why\n', 'with x:\n    pass\n'],
  ['on the header’s line', 'for x in y: from m import f\n', 'for x in y: pass\n'],
  ['on the header’s line with more', 'if x: from m import f; y = 1\n', 'if x: y = 1\n'],
  ['on a continued header', 'with x: \\\n    from m import f\n', 'with x: \\\n    pass\n'],
  [
    'in try',
    'try:\n    from m import f\nexcept ImportError:\n    g = None\n',
    'try:\n    pass\nexcept ImportError:\n    g = None\n',
  ],
  ['in a function', 'def g():\n    from m import f\n\n    return 1\n', 'def g():\n    return 1\n'],
  ['the module itself stays', 'import m\nfrom m import *\n', 'import m\nfrom m import *\n'],
  [
    'another module’s name',
    'from other import f\nfrom .m.n import f\n',
    'from other import f\nfrom .m.n import f\n',
  ],
])('import: %s', (_name, before, after) => {
  expect(importing(before)).toBe(after)
})

function exporting(text: string): string {
  const before = `a = b = 1\n\n\ndef f():\n    pass\n\n\n${text}`
  const after = carved({ 'm.py': before }, ['m.py::f'])['m.py'] ?? ''
  return after.slice('a = b = 1\n\n\n'.length)
}

test.each([
  ['list', "__all__ = ['f', 'a']\n", "__all__ = ['a']\n"],
  ['emptied list', "__all__ = ['f']\n", '__all__ = []\n'],
  ['emptied list over lines', "__all__ = [\n    'f',\n]\n", '__all__ = []\n'],
  ['annotated', "__all__: list[str] = ['a', 'f']\n", "__all__: list[str] = ['a']\n"],
  ['tuple of three', "__all__ = ('a', 'f', 'b')\n", "__all__ = ('a', 'b')\n"],
  ['tuple of two, the last goes', "__all__ = ('a', 'f')\n", "__all__ = ('a',)\n"],
  ['tuple of two, the first goes', "__all__ = ('f', 'a')\n", "__all__ = ('a',)\n"],
  ['tuple of two with a last comma', "__all__ = ('f', 'a',)\n", "__all__ = ('a',)\n"],
  ['tuple over lines', "__all__ = (\n    'a',\n    'f'\n)\n", "__all__ = (\n    'a',\n)\n"],
  [
    'tuple over lines without a last comma',
    "__all__ = (\n    'f',\n    'a'\n)\n",
    "__all__ = (\n    'a',\n)\n",
  ],
  ['emptied tuple', "__all__ = ('f',)\n", '__all__ = ()\n'],
  ['bare tuple', "__all__ = 'a', 'f'\n", "__all__ = 'a',\n"],
  ['emptied bare tuple', "__all__ = 'f',\n", '__all__ = (),\n'],
  ['several on a line', "__all__ = [\n    'a', 'f',\n    'b',\n]\n", "__all__ = [\n    'a', 'b',\n]\n"],
  ['added', "__all__ = ['a']\n__all__ += ['f']\n", "__all__ = ['a']\n"],
  ['added with others', "__all__ = ['a']\n__all__ += ['f', 'b']\n", "__all__ = ['a']\n__all__ += ['b']\n"],
  ['appended', "__all__ = ['a']\n__all__.append('f')\n", "__all__ = ['a']\n"],
  ['extended', "__all__ = ['a']\n__all__.extend(['f'])\n", "__all__ = ['a']\n"],
  [
    'appended where nothing else is',
    "__all__ = ['a']\nwith b:\n    __all__.append('f')\n",
    "__all__ = ['a']\nwith b:\n    pass\n",
  ],
  ['concatenated', "__all__ = ['a'] + ['f', 'b']\n", "__all__ = ['a'] + ['b']\n"],
  ['twice', "__all__ = ['f', 'a', 'f']\n", "__all__ = ['a']\n"],
])('__all__: %s', (_name, before, after) => {
  expect(exporting(before)).toBe(after)
})

test('a chain of re-exports under other names, to its end', () => {
  expect(
    carved(
      {
        'src/p/__init__.py': 'from .api import run as run\n\n__all__ = ["run"]\n',
        'src/p/api.py': 'from p.core import start as run\nfrom p.core import stop\n',
        'src/p/core.py': 'def start():\n    pass\n\n\ndef stop():\n    pass\n',
        'src/p/stars.py': 'from .api import *\n\n__all__ = ["run", "stop"]\n',
        'tools/use.py': 'from p import run\nfrom p.stars import run as r, stop\n',
      },
      ['src/p/core.py::start'],
      ['src'],
    ),
  ).toEqual({
    'src/p/__init__.py': '__all__ = []\n',
    'src/p/api.py': 'from p.core import stop\n',
    'src/p/core.py': 'def stop():\n    pass\n',
    'src/p/stars.py': 'from .api import *\n\n__all__ = ["stop"]\n',
    'tools/use.py': 'from p.stars import stop\n',
  })
})

test('a name that is bound in another way is not lost', () => {
  const fallback = 'try:\n    from q import f\nexcept ImportError:\n    def f():\n        pass\n'
  expect(carved({ 'm.py': fallback, 'n.py': 'from m import f\n' }, ['m.py::f'])).toEqual({
    'm.py': 'try:\n    from q import f\nexcept ImportError:\n    pass\n',
  })
})

test('a submodule of the same name stays imported', () => {
  const texts = {
    'p/__init__.py': 'def sub():\n    pass\n',
    'p/sub.py': '',
    'n.py': 'from p import sub\n',
  }
  expect(carved(texts, ['p/__init__.py::sub'])).toEqual({ 'p/__init__.py': '' })
})

test('imports in code that goes are not touched twice', () => {
  const texts = {
    'm.py': 'def f():\n    pass\n\n\ndef g():\n    from m import f\n\n    return f\n\n\nx = 1\n',
  }
  expect(carved(texts, ['m.py::f', 'm.py::g'])).toEqual({ 'm.py': 'x = 1\n' })
})

test('an object in a file that is not parsed cannot be taken out', () => {
  const modules = parseFiles(new Map([['m.py', new TextEncoder().encode('def f(): pass\nx = "\0"\n')]]))
  const objects = [{ id: 'm.py::f::1', mode: 'delete' as const }]
  expect(carveFiles(sourcesOf(modules), objects)).toEqual({
    kind: 'not-editable',
    object: 'm.py::f::1',
    reason: 'it has a null character',
  })
})

test('nor can an object that is not where its id says, or in no source file', () => {
  const modules = parseFiles(new Map([['m.py', new TextEncoder().encode('def f(): pass\n')]]))
  const refusal = (id: string) => carveFiles(sourcesOf(modules), [{ id, mode: 'hollow' }])
  expect(objectsOf(modules, { hollow: ['m.py::f'] })).toEqual([{ id: 'm.py::f::1', mode: 'hollow' }])
  expect([refusal('m.py::f::2'), refusal('tests/t.py::f::1')]).toEqual([
    { kind: 'not-editable', object: 'm.py::f::2', reason: 'its file has no such definition' },
    { kind: 'not-editable', object: 'tests/t.py::f::1', reason: 'its file is not a source file' },
  ])
})
