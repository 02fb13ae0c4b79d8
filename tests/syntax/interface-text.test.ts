import { interfaceText } from '@quarry/syntax'
import { expect, test } from 'vitest'
import { parsed } from './parsed.ts'

const module = parsed(
  [
    '@deco(',
    '    a,  # why',
    ')',
    'async def f[T](a, /, b: int = 1, *args: "x", key=(lambda q: {q: 1}), **kw) -> dict[str, T]:',
    '    # secret',
    '    """Doc',
    '',
    '      indented.',
    '    """',
    '    return secret',
    'def g(x): return x',
    'class A(Base[int], metaclass=Meta):',
    '  """About A."""',
    '  size: int = 3  # secret',
    '  name: str',
    '  table = {',
    '    1: 2,',
    '  }',
    '  if x:',
    '    hidden = 1',
    '  def __init__(self, a):',
    '    """Make."""',
    '    self.a = secret',
    '',
    '  @property',
    '  def other(self): return secret',
    '  class Inner:',
    '      pass',
    'class Empty: pass',
    '',
  ].join('\n'),
)
const [f, g, owner, init, other, inner, empty] = module.definitions

test('a function: decorators, complete header, docstring', () => {
  expect(interfaceText(f!, module)).toBe(
    [
      '@deco(',
      '    a,  # why',
      ')',
      'async def f[T](a, /, b: int = 1, *args: "x", key=(lambda q: {q: 1}), **kw) -> dict[str, T]:',
      '    """Doc',
      '',
      '      indented.',
      '    """',
      '    ...',
    ].join('\n'),
  )
  expect(interfaceText(g!, module)).toBe('def g(x):\n    ...')
})

test('a class: head, docstring, attributes with values', () => {
  expect(interfaceText(owner!, module)).toBe(
    [
      'class A(Base[int], metaclass=Meta):',
      '  """About A."""',
      '  size: int = 3',
      '  name: str',
      '  table = {',
      '    1: 2,',
      '  }',
    ].join('\n'),
  )
  expect(interfaceText(empty!, module)).toBe('class Empty:\n    ...')
})

test('a class with the methods asked for', () => {
  const asked = { methods: [init!.id, other!.id, inner!.id] }
  expect(interfaceText(owner!, module, asked)).toBe(
    [
      'class A(Base[int], metaclass=Meta):',
      '  """About A."""',
      '  size: int = 3',
      '  name: str',
      '  table = {',
      '    1: 2,',
      '  }',
      '',
      '  def __init__(self, a):',
      '    """Make."""',
      '    ...',
      '',
      '  @property',
      '  def other(self):',
      '      ...',
      '',
      '  class Inner:',
      '      ...',
    ].join('\n'),
  )
})

test('a method stands at column 0', () => {
  expect(interfaceText(other!, module)).toBe('@property\ndef other(self):\n    ...')
})

test('a class of which only members matter, each with its state in place of its body', () => {
  const asked = {
    methods: [init!.id, inner!.id],
    body: () => '...  # absent',
    summary: ({ name }: { name: string }) => (name === 'A' ? '# there' : null),
  }
  expect(interfaceText(owner!, module, asked)).toBe(
    [
      'class A(Base[int], metaclass=Meta):',
      '  # there',
      '  def __init__(self, a):',
      '    """Make."""',
      '    ...  # absent',
      '',
      '  class Inner:',
      '      ...',
    ].join('\n'),
  )
})
