import { expect, test } from 'vitest'
import { parsed } from './parsed.ts'

/** Syntax that the grammar does not have: defaults of type parameters (PEP 696), template strings (PEP 750). */
test.each<[string, string, readonly string[]]>([
  ['a default', 'def f[T = int](x: T): pass\n', ['int', 'T']],
  [
    'a default behind a bound',
    'class A[T: (int, str) = int, S = a[b]]: pass\n',
    ['int', 'str', 'int', 'a', 'b'],
  ],
  [
    'of a tuple and of parameters',
    'type X[*Ts = *tuple[int, ...], **P = [int]] = f[P]\n',
    ['tuple', 'int', 'int', 'f', 'P'],
  ],
  ['over lines with comments', 'class A[\n  # why =\n  T = int,  # [\n]: pass\n', ['int']],
  ['a template', 'x = t"{a} b"\n', ['a']],
  ['a raw template in a template', "x = Rt'{t\"{a}\"}' + f'{b}'\n", ['a', 'b']],
  ['a template with its own quotes inside', 't"{d["k"]}"\n', ['d']],
])('%s', (_name, text, names) => {
  const module = parsed(text)
  const used = module.uses.filter(({ kind }) => kind === 'name').map(({ name }) => name)
  expect(used).toEqual(names)
  expect(module.source.text).toBe(text)
})

test('a header is as it is written, not as it is parsed', () => {
  const text = 'class A[T: int = bool, *Ts = *tuple[int]]:\n    x = t"{T}"\n'
  const [definition] = parsed(text).definitions
  expect(text.slice(definition?.header.start, definition?.header.end)).toBe(text.split('\n')[0])
})
