import { definitionAt, type Definition } from '@quarry/syntax'
import { expect, test } from 'vitest'
import { parsed } from './parsed.ts'

function slices(text: string): readonly object[] {
  const cut = (span: { start: number; end: number } | null) =>
    span === null ? null : text.slice(span.start, span.end)
  return parsed(text).definitions.map((definition: Definition) => ({
    ...definition,
    span: cut(definition.span),
    header: cut(definition.header),
    body: cut(definition.body),
    docstring: cut(definition.docstring),
    decorators: definition.decorators.map((decorator) => decorator.text),
  }))
}

test('every fact about a decorated method and its class', () => {
  expect(
    slices(
      'class A(Base, metaclass=M, **kw):\n    @deco(\n        1)  # note\n    # between\n    async def f[T](self, x="a:b") -> {1: 2}:\n        # before\n        """Doc."""\n        return x  # done\n        # trailing\n',
    ),
  ).toEqual([
    {
      id: 'pkg/module.py::A::1',
      path: 'pkg/module.py',
      kind: 'class',
      name: 'A',
      qualname: 'A',
      line: 1,
      keywordLine: 1,
      endLine: 8,
      span: 'class A(Base, metaclass=M, **kw):\n    @deco(\n        1)  # note\n    # between\n    async def f[T](self, x="a:b") -> {1: 2}:\n        # before\n        """Doc."""\n        return x',
      header: 'class A(Base, metaclass=M, **kw):',
      body: '\n    @deco(\n        1)  # note\n    # between\n    async def f[T](self, x="a:b") -> {1: 2}:\n        # before\n        """Doc."""\n        return x',
      docstring: null,
      isAsync: false,
      oneLine: false,
      decorators: [],
      bases: ['Base', 'metaclass=M', '**kw'],
      parent: null,
      indent: '',
    },
    {
      id: 'pkg/module.py::A.f::2',
      path: 'pkg/module.py',
      kind: 'method',
      name: 'f',
      qualname: 'A.f',
      line: 2,
      keywordLine: 5,
      endLine: 8,
      span: '@deco(\n        1)  # note\n    # between\n    async def f[T](self, x="a:b") -> {1: 2}:\n        # before\n        """Doc."""\n        return x',
      header: 'async def f[T](self, x="a:b") -> {1: 2}:',
      body: '\n        # before\n        """Doc."""\n        return x',
      docstring: '"""Doc."""',
      isAsync: true,
      oneLine: false,
      decorators: ['@deco(\n        1)'],
      bases: [],
      parent: 'pkg/module.py::A::1',
      indent: '    ',
    },
  ])
})

test('definitions in blocks and classes are objects, those in functions are not', () => {
  const text = [
    'if a:',
    '    def in_if(): pass',
    'elif b:',
    '    def in_elif(): pass',
    'else:',
    '    class InElse:',
    '        if c:',
    '            def conditional(self):',
    '                def nested(): pass',
    '                class Nested:',
    '                    def deep(self): pass',
    'try:',
    '    def in_try(): pass',
    'except* E as e:',
    '    def in_except(): pass',
    'else:',
    '    def in_try_else(): pass',
    'finally:',
    '    def in_finally(): pass',
    'with x as y:',
    '    def in_with(): pass',
    'async def outer():',
    '    def inner(): pass',
    'for i in x:',
    '    def in_for(): pass',
    'while x:',
    '    def in_while(): pass',
    'match x:',
    '    case [1, *_]:',
    '        def in_case(): pass',
    '',
  ].join('\n')
  expect(parsed(text).definitions.map(({ qualname, line, endLine }) => [qualname, line, endLine])).toEqual([
    ['in_if', 2, 2],
    ['in_elif', 4, 4],
    ['InElse', 6, 11],
    ['InElse.conditional', 8, 11],
    ['in_try', 13, 13],
    ['in_except', 15, 15],
    ['in_try_else', 17, 17],
    ['in_finally', 19, 19],
    ['in_with', 21, 21],
    ['outer', 22, 23],
    ['in_for', 25, 25],
    ['in_while', 27, 27],
    ['in_case', 30, 30],
  ])
})

test.each([
  ['plain', '"""d"""', '"""d"""'],
  ['raw', "r'd'", "r'd'"],
  ['concatenated', '"a" "b"', '"a" "b"'],
  ['in parentheses', '("a"\n     "b")', '("a"\n     "b")'],
  ['followed by more on its line', '"d"; x = 1', '"d"'],
  ['bytes are none', 'b"d"', null],
  ['an f-string is none', 'f"d"', null],
  ['a string in an expression is none', '"d".strip()', null],
])('docstring: %s', (_name, body, expected) => {
  const text = `def f():\n    ${body}\n`
  const docstring = parsed(text).definitions[0]?.docstring ?? null
  expect(docstring === null ? null : text.slice(docstring.start, docstring.end)).toBe(expected)
})

test('code objects fold into the innermost definition that holds their line', () => {
  const module = parsed(
    '@deco(lambda: 1)\ndef f():\n    def inner():\n        return [x for x in y]\n    return inner\nclass A:\n    x = lambda: 2\n    @property\n    def m(self): return 1\n    @m.setter\n    def m(self, v): pass\ntail = lambda: 3\n',
  )
  const at = (line: number, name?: string) => definitionAt(module, line, name)?.id ?? null
  expect([
    at(1, 'f'),
    at(1, '<lambda>'),
    at(3, 'inner'),
    at(4, '<listcomp>'),
    at(6, 'A'),
    at(7, '<lambda>'),
    at(8, 'm'),
    at(8, 'A.m'),
    at(10, 'm'),
    at(9),
    at(12, '<lambda>'),
    at(99),
  ]).toEqual([
    'pkg/module.py::f::1',
    'pkg/module.py::f::1',
    'pkg/module.py::f::1',
    'pkg/module.py::f::1',
    'pkg/module.py::A::6',
    'pkg/module.py::A::6',
    'pkg/module.py::A.m::8',
    'pkg/module.py::A.m::8',
    'pkg/module.py::A.m::10',
    'pkg/module.py::A.m::8',
    null,
    null,
  ])
})

test('a name is what Python takes it for, however it is written', () => {
  const module = parsed('class ﬁle:\n    def ｘ(self): pass\nimport ﬁx as ﬁt\nªlpha = ﬁle.ｘ\n')
  expect(module.definitions.map(({ qualname }) => qualname)).toEqual(['file', 'file.x'])
  expect(module.imports.map(({ module: from, bound }) => [from, bound])).toEqual([['fix', 'fit']])
  expect(module.uses.map(({ name }) => name)).toEqual(['file', 'x'])
  expect(module.assignments.map(({ name }) => name)).toEqual(['alpha'])
})

test('a body behind a backslash is on the header’s own line', () => {
  const module = parsed('def f(): \\\n  return 1\ndef g():\n  return 1\ndef h(): # why\n  return 1\n')
  expect(module.definitions.map(({ name, oneLine }) => [name, oneLine])).toEqual([
    ['f', true],
    ['g', false],
    ['h', false],
  ])
})
