import { expect, test } from 'vitest'
import { parsed } from './parsed.ts'

/** `kind qualifier>name @object part`, in source order. */
function uses(text: string): readonly string[] {
  return parsed(text).uses.map(({ kind, qualifier, name, within, part }) => {
    const object = within === null ? '' : ` @${within.split('::')[1]} ${part}`
    return `${kind} ${qualifier === null ? '' : `${qualifier}>`}${name}${object}`
  })
}

test.each<[string, string, readonly string[]]>([
  ['a name', 'x = y\n', ['name y']],
  ['an attribute', 'a.b.c\n', ['name a', 'attribute a>b', 'attribute a.b>c']],
  ['an attribute of a call', 'a().b\n', ['name a', 'attribute b']],
  [
    'what is assigned to is bound, its parts are used',
    'a.b, c[d], *e = f\n',
    ['name a', 'attribute a>b', 'name c', 'name d', 'name f'],
  ],
  ['an augmented assignment reads', 'x += 1\n', ['name x']],
  ['del and global', 'del x\nglobal y\n', ['name x', 'name y']],
  ['keywords of a call', 'f(a, key=b)\n', ['name f', 'name a', 'keyword key', 'name b']],
  [
    'strings that are paths',
    "f('name', 'a.b', 'm:n', 'no name', 'a b')\n",
    ['name f', 'string name>name', 'string a.b>b', 'string m:n>n'],
  ],
  [
    'code in strings: what it imports from somewhere, and dotted names',
    "f('from a.b import c as d, e', 'x = m.n', 'not code: m.n', 'import this\\nm.n()')\n",
    ['name f', 'string a.b.c>c', 'string a.b.e>e', 'string a.b>b', 'string m.n>n', 'string m.n>n'],
  ],
  ['words that are split', "'a b'.split()\n", ['string a b>a', 'string a b>b', 'attribute split']],
  ['bytes and docstrings are none', 'x = b"name"\n"name"\n', []],
  ['f-strings', 'f"{a.b!r:>{width}} name"\n', ['name a', 'attribute a>b', 'name width']],
  ['f-strings in f-strings', 'f"{f"{a}"}"\n', ['name a']],
  ['comprehensions bind', '[x for x, y in z if w]\n', ['name x', 'name z', 'name w']],
  ['lambda', 'lambda a, b=c: a + d\n', ['name c', 'name a', 'name d']],
  ['walrus', 'if (x := y): pass\n', ['name y']],
  [
    'with, for, except',
    'with a as b: pass\nfor c in d: pass\ntry: pass\nexcept E as e: pass\n',
    ['name a', 'name d', 'name E'],
  ],
  ['except*', 'try: pass\nexcept* (E, F) as e: pass\n', ['name E', 'name F']],
  [
    'patterns',
    'match s:\n case P(k, x=v) | m.C if g: pass\n case {"key": w, **r}: pass\n case [q, *_] as t: pass\n',
    ['name s', 'name P', 'keyword x', 'name m', 'attribute m>C', 'name g', 'string key>key'],
  ],
  ['type alias', 'type A[T: B] = list[C]\n', ['name B', 'name list', 'name C']],
  ['annotations of variables', "x: 'Opt[a.B]' = y\n", ['string Opt[a.B]>Opt', 'string Opt[a.B]>B', 'name y']],
  ['imports are bindings', 'import a.b\nfrom c import d as e\n', []],
  ['print is a function', 'print(x)\n', ['name print', 'name x']],
])('%s', (_name, text, expected) => {
  expect(uses(text)).toEqual(expected)
})

test('each use knows its object and the part of it', () => {
  const text = [
    '@d1(k=v)',
    'class A[T: B1](B2, metaclass=M):',
    '    attr: int = here',
    '    @d2',
    "    def f[S: B3](self, a: T1 = D1, *args: T2, b: 'T3[T4]' = D2, **kw: T5) -> R:",
    '        def inner(z=W): return z',
    '        return local',
    'after',
    '',
  ].join('\n')
  expect(uses(text)).toEqual([
    'name d1 @A decorator',
    'keyword k @A decorator',
    'name v @A decorator',
    'name B1 @A signature',
    'name B2 @A signature',
    'keyword metaclass @A signature',
    'name M @A signature',
    'name int @A body',
    'name here @A body',
    'name d2 @A.f decorator',
    'name B3 @A.f signature',
    'name T1 @A.f signature',
    'name D1 @A.f signature',
    'name T2 @A.f signature',
    'string T3[T4]>T3 @A.f signature',
    'string T3[T4]>T4 @A.f signature',
    'name D2 @A.f signature',
    'name T5 @A.f signature',
    'name R @A.f signature',
    'name W @A.f body',
    'name z @A.f body',
    'name local @A.f body',
    'name after',
  ])
})

test.each<[string, string, readonly string[]]>([
  ['calls', 'a(b.c(d), e.f)\n', ['called a', 'read b', 'called c', 'read d', 'read e', 'read f']],
  [
    'targets',
    'a.b = c.d\na.b += 1\ndel e.f, g[h]\nfor i.j in k: pass\n',
    [
      'read a',
      'written b',
      'read c',
      'read d',
      'read a',
      'read b',
      'read e',
      'written f',
      'read g',
      'read h',
      'read i',
      'written j',
      'read k',
    ],
  ],
  [
    'annotations',
    "def f(a: 'B' = c) -> D:\n    e: F = g\n",
    ['annotation B', 'read c', 'annotation D', 'annotation F', 'read g'],
  ],
  [
    'strings that only pick or compare',
    "x = {'a': 'b'}\ny['c'] == 'd'\nz in ('e', f('g'))\nmatch m:\n    case 'h': pass\n",
    [
      'key a',
      'read b',
      'read y',
      'index c',
      'key d',
      'read z',
      'key e',
      'called f',
      'read g',
      'read m',
      'key h',
    ],
  ],
])('the role of each use: %s', (_name, text, expected) => {
  expect(parsed(text).uses.map(({ role, name }) => `${role} ${name}`)).toEqual(expected)
})

test.each<[string, string, readonly string[]]>([
  ['none at module level', 'a = b\na.c\nclass D:\n    e = a\n    f = e\n', []],
  ['parameters', 'def f(a, *b, c=d, **e):\n    a.x + b[0] + c + e + d + f\n', ['a', 'a>x', 'b', 'c', 'e']],
  ['of the function, not of its defaults', 'def f(a=a): pass\n', []],
  ['typed parameters', 'def f(a: A, *b: B, c: C = 1, **d: D): return a, b, c, d\n', ['a', 'b', 'c', 'd']],
  [
    'whatever a function binds, wherever',
    'def f():\n    a\n    a = b\n    with c as d, e: d\n    for g in h: g\n    (i := j)\n    import k.l, m as n\n    from o import p as q\n    k, m, n, p, q, i\n',
    ['a', 'd', 'g', 'k', 'n', 'q', 'i'],
  ],
  ['what functions around it bind', 'def f(a):\n    def g(): return a, g\n', ['a', 'g']],
  ['not what is global', 'def f():\n    global a\n    a = a + 1\n', []],
  ['nonlocal is local', 'def f():\n    a = 1\n    def g():\n        nonlocal a\n        a = a\n', ['a', 'a']],
  ['not what a class binds', 'class C:\n    a = 1\n    def f(self): return a, self.a\n', ['self', 'self>a']],
  ['comprehensions and lambdas', '[a for a in b], lambda c: c + a\n', ['a', 'c']],
])('local names: %s', (_name, text, expected) => {
  const local = parsed(text).uses.filter((use) => use.local)
  expect(local.map(({ qualifier, name }) => (qualifier === null ? name : `${qualifier}>${name}`))).toEqual(
    expected,
  )
})

test('imports, exports and module-level assignments', () => {
  const module = parsed(
    [
      'from __future__ import annotations',
      'import a.b, c.d as e',
      'from . import (x as y,  # why',
      '    z)',
      'from ..p.q import *',
      'def f():',
      '    import late',
      '    local = 1',
      '__all__ = ["f", *e.__all__] + ["g"]',
      '__all__ += "h", "i"',
      '__all__.append("j")',
      '__all__.extend(("k",))',
      'n, (m, *o) = one = 1, (2, 3)',
      'for i in n: pass',
      'class A:',
      '    attribute = 1',
      '',
    ].join('\n'),
  )
  const { text } = module.source
  expect(
    module.imports.map(({ level, module: from, name, alias, bound, line, span, within }) => {
      return [level, from, name, alias, bound, line, text.slice(span.start, span.end), within]
    }),
  ).toEqual([
    [0, '__future__', 'annotations', null, 'annotations', 1, 'annotations', null],
    [0, 'a.b', null, null, 'a', 2, 'a.b', null],
    [0, 'c.d', null, 'e', 'e', 2, 'c.d as e', null],
    [1, '', 'x', 'y', 'y', 3, 'x as y', null],
    [1, '', 'z', null, 'z', 4, 'z', null],
    [2, 'p.q', '*', null, '*', 5, '*', null],
    [0, 'late', null, null, 'late', 7, 'late', 'pkg/module.py::f::6'],
  ])
  expect(module.exports.map(({ name, span }) => [name, text.slice(span.start, span.end)])).toEqual([
    ['f', '"f"'],
    ['g', '"g"'],
    ['h', '"h"'],
    ['i', '"i"'],
    ['j', '"j"'],
    ['k', '"k"'],
  ])
  expect(module.assignments).toEqual([
    { name: '__all__', line: 9 },
    { name: 'n', line: 13 },
    { name: 'm', line: 13 },
    { name: 'o', line: 13 },
    { name: 'one', line: 13 },
    { name: 'i', line: 14 },
  ])
})
