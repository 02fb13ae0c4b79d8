import fc from 'fast-check'
import type { Lines } from './lines.ts'
import { body, comment, name } from './statements.ts'

export const decorators: fc.Arbitrary<Lines> = fc.constantFrom<Lines>(
  [],
  [],
  ['@print'],
  ['@(', '    print)', '# between', '', '@print'],
  ['@print  # why'],
  ['@a.b(c, d={"e": 1}) \\', '<'],
  ['@print("""', '<text', '<""")'],
)

/** What stands between a name and its bases or parameters. */
export function typeParameters(minor: number): fc.Arbitrary<string> {
  const bounds = ['[T]', '[T: (int, str), *Ts, **P]']
  const defaults = ['[T = int, *Ts = *tuple[int]]', '[T: int = bool]']
  return fc.constantFrom('', '', ...(minor >= 12 ? bounds : []), ...(minor >= 13 ? defaults : []))
}

const parameters = fc.constantFrom<Lines>(
  ['(self)'],
  ['()'],
  ['(a, /, b: int = 1, *c, k="x:y", **m) -> "int"'],
  ['(self,', '<  a={"b": [1]},  # a: why', '<)'],
  ['(self, \\', '<        a=lambda: 0)'],
)

function plain(minor: number): fc.Arbitrary<Lines> {
  return fc.boolean().chain((isAsync) =>
    fc
      .tuple(comment, decorators, name, typeParameters(minor), parameters, body(minor, isAsync))
      .map(([above, decorated, one, types, [first = '', ...more], inner]) => {
        const head = `${isAsync ? 'async ' : ''}def ${one}${types}${first}`
        const end = more.at(-1)
        const header = end === undefined ? [`${head}:`] : [head, ...more.slice(0, -1), `${end}:  # how: so`]
        return [...above, ...decorated, ...header, ...inner]
      }),
  )
}

const oneLine = fc
  .tuple(
    comment,
    decorators,
    name,
    fc.constantFrom('return 1', 'x = 1; return x;', '"""Doc."""; return 1  # how', '...', '"Doc"', '\\'),
  )
  .map(([above, decorated, one, inner]) => {
    const rest = inner === '\\' ? ['<      return 1'] : []
    return [...above, ...decorated, `def ${one}(self): ${inner}`, ...rest]
  })

/** Several definitions of one name, or for one name. */
const groups = name.chain((one) =>
  fc.constantFrom<Lines>(
    [
      '@overload',
      `def ${one}(a: int) -> int: ...`,
      '@overload',
      `def ${one}(a: str) -> str: ...`,
      `def ${one}(a):`,
      '>return a',
    ],
    [
      '@property',
      `def ${one}(self): return 1`,
      '',
      `@${one}.setter`,
      `def ${one}(self, v): pass`,
      `${one} = 2`,
    ],
    [
      '@singledispatch',
      `def ${one}(a): pass`,
      '',
      `@${one}.register(int)`,
      'def _(a): pass',
      '',
      `@${one}.register`,
      'def _(a: str): pass',
    ],
  ),
)

export function definition(minor: number): fc.Arbitrary<Lines> {
  return fc.oneof(
    { weight: 4, arbitrary: plain(minor) },
    { weight: 2, arbitrary: oneLine },
    { weight: 1, arbitrary: groups },
  )
}
