import fc from 'fast-check'
import { indented, type Lines } from './lines.ts'

export const name: fc.Arbitrary<string> = fc.constantFrom(
  'alpha',
  'beta',
  'gamma',
  'delta',
  'Größe',
  'π',
  'ﬁne',
)

export const blank: fc.Arbitrary<Lines> = fc.constantFrom<Lines>(
  [],
  [''],
  ['', ''],
  ['', '', ''],
  ['\f'],
  ['', '    '],
)

export const comment: fc.Arbitrary<Lines> = fc.constantFrom<Lines>(
  [],
  [],
  ['# about this'],
  ['# one', '# two'],
  ['# a section', ''],
  ['# -------', '# a section', '# -------', ''],
  ['# é 😀 # """'],
  ['<# at the margin'],
)

/** Statements that any interpreter from 3.8 on compiles. */
const common: readonly Lines[] = [
  ['x = "a\\', '<b" \\', '<  "c"'],
  ['x = 1; y = 2  # both'],
  ['x = 1;'],
  ['x = (1,', '<2,  # two', '# between', ')'],
  ['pass'],
  ['"""Said', '<', '<  # no comment', '<"""'],
  ['if x: y = 1; z = 2', 'else: pass'],
  ['while (n := x): break'],
  ['print(f"{x!r:>{y}} {\'a\' if x else 1} {{}}")'],
  ['x: "int" = lambda a, /, b=1, *, c: a'],
  ['*a, b = c[1:2, ...]'],
  ['import os, sys as system; import a.b'],
  ['from . import (x,', '<    y as z,  # why', ')'],
  ['assert x, "m" ; del y'],
  ['x = 1 if y else \\', '<  2'],
  ['__all__ = ["alpha", "beta"]'],
  ['__all__ += "gamma", "delta"'],
  ['r = rb"\\d" + b"\\x00"'],
]

const newer: readonly (readonly [minor: number, lines: Lines])[] = [
  [9, ['with (open(x) as y, open(z)):', '>pass']],
  [10, ['match x:', '>case {"k": [1, *_], **r} if r: pass', '>case A(b=1) | -1.5: pass', '>case _: pass']],
  [12, ['type Alias[T: int, *Ts, **P] = list[T]']],
  [12, ['x = f"{d["k"]} {f"{x}"}"']],
  [12, ['x = f"{', '<    y  # inside', '<}"']],
  [13, ['type Alias[T = int] = list[T]']],
  [14, ['x = t"{a!r} {d["k"]}"']],
]

export function statement(minor: number): fc.Arbitrary<Lines> {
  const known = newer.filter(([since]) => since <= minor).map(([, lines]) => lines)
  return fc.oneof(
    { weight: 2, arbitrary: name.map((one) => [`${one} = 1`]) },
    { weight: 6, arbitrary: fc.constantFrom(...common) },
    ...(known.length === 0 ? [] : [{ weight: 2, arbitrary: fc.constantFrom(...known) }]),
  )
}

const docstring = fc.constantFrom<Lines>(
  [],
  ['"""Doc."""'],
  ['"""Doc', '', 'with lines."""'],
  ["r'Doc' 'more'"],
)
const trailing = fc.constantFrom<Lines>([], [], ['# trailing'], ['', '# trailing 😀'], ['<# margin'])
const inAsync: Lines = [
  'async with a as b: pass',
  'x = [i async for i in await y]',
  'async for i in x:',
  '>yield i',
]

/** The indented body of a function. */
export function body(minor: number, isAsync: boolean): fc.Arbitrary<Lines> {
  const inner = fc.constantFrom<Lines>(
    [],
    ['def alpha():', '>return 1'],
    ['class beta:', '>def gamma(self): pass', ''],
  )
  return fc
    .tuple(comment, docstring, fc.array(statement(minor), { minLength: 1, maxLength: 3 }), inner, trailing)
    .map(([before, doc, statements, nested, after]) => {
      const own = [...statements.flat(), ...nested, ...(isAsync ? inAsync : [])]
      return indented([...before.filter((line) => line !== ''), ...doc, ...own, ...after])
    })
}
