import { expect, test } from 'vitest'
import { carveAll, carveText } from './carving.ts'

test('CRLF stays CRLF, in what is put in too', () => {
  const text =
    'class A:\r\n    def f(self):\r\n        return 1\r\n\r\n    def g(self): return 2\r\n\r\n\r\nclass B:\r\n    def h(self):\r\n        pass\r\n'
  expect(carveText(text, { hollow: ['A.f', 'A.g'], delete: ['B.h'] })).toBe(
    'class A:\r\n    def f(self):\r\n        raise NotImplementedError\r\n\r\n    def g(self):\r\n        raise NotImplementedError\r\n\r\n\r\nclass B:\r\n    pass\r\n',
  )
})

test('CRLF imports and exports', () => {
  const text =
    'from m import (\r\n    a,  # why\r\n    f,\r\n)\r\n__all__ = [\r\n    "f",\r\n    "a",\r\n]\r\n'
  const files = new Map([
    ['n.py', new TextEncoder().encode(text)],
    ['m.py', new TextEncoder().encode('a = 1\r\n\r\n\r\ndef f():\r\n    return a\r\n')],
  ])
  const carved = carveAll(files, { delete: ['m.py::f'] })
  expect(carved.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)])).toEqual([
    ['m.py', 'a = 1\r\n'],
    ['n.py', 'from m import (\r\n    a,  # why\r\n)\r\n__all__ = [\r\n    "a",\r\n]\r\n'],
  ])
})

test('tabs stay tabs', () => {
  const text =
    'class A:\n\tdef f(self): return 1\n\n\tdef g(self):\n\t\t# how\n\t\treturn 2\n\n\tdef h(self):\n\t\treturn 3\n'
  expect(carveText(text, { hollow: ['A.f', 'A.g'], delete: ['A.h'] })).toBe(
    'class A:\n\tdef f(self):\n\t\traise NotImplementedError\n\n\tdef g(self):\n\t\traise NotImplementedError\n',
  )
})

test('a one-line function in a file of tabs', () => {
  expect(carveText('if x:\n\ty = 1\ndef f(): return 1\n', { hollow: ['f'] })).toBe(
    'if x:\n\ty = 1\ndef f():\n\traise NotImplementedError\n',
  )
})

test('a form feed is a blank line, and no line break', () => {
  const text = 'x = 1\n\f\ndef f():\n    return "\f"\n\f\ndef g():\n    return 2\n'
  expect(carveText(text, { delete: ['f'] })).toBe('x = 1\n\f\ndef g():\n    return 2\n')
})

test('no final newline', () => {
  expect(carveText('def f():\n    return 1', { hollow: ['f'] })).toBe(
    'def f():\n    raise NotImplementedError',
  )
  expect(carveText('x = 1\n\n\ndef f():\n    return 1', { delete: ['f'] })).toBe('x = 1\n')
  expect(carveText('def f():\n    return 1', { delete: ['f'] })).toBe('')
})

test('byte order mark and byte offsets behind characters of several bytes', () => {
  const text = '\ufeffx = "é😀"\n\n\ndef f():\n    return "é"\n\n\ny = "😀"\n'
  const bytes = new TextEncoder().encode(text)
  const [file] = carveAll(new Map([['m.py', bytes]]), { delete: ['m.py::f'] })
  const removed = '\ndef f():\n    return "é"\n\n\n'.slice(1)
  const start = Buffer.byteLength('\ufeffx = "é😀"\n\n\n')
  expect(file).toEqual({
    path: 'm.py',
    bytes: new TextEncoder().encode('\ufeffx = "é😀"\n\n\ny = "😀"\n'),
    spans: [
      {
        start,
        end: start + Buffer.byteLength(removed),
        what: 'definition',
        object: 'm.py::f::4',
      },
    ],
  })
})

test('latin-1 stays latin-1', () => {
  const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
  const head = '# coding: latin-1\n'
  const [file] = carveAll(new Map([['m.py', latin1(`${head}def f():\n    return "é"\n\n\nx = "ü"\n`)]]), {
    delete: ['m.py::f'],
  })
  // The cookie is the file's, not the function's, though it stands right above it.
  expect(file?.bytes).toEqual(latin1(`${head}\n\nx = "ü"\n`))
})

test('a function that is hollow already changes nothing', () => {
  const files = new Map([['m.py', new TextEncoder().encode('def f():\n    raise NotImplementedError\n')]])
  expect(carveAll(files, { hollow: ['m.py::f'] })).toEqual([])
})

test('a body on a continued header line gets a line and an indentation of its own', () => {
  expect(carveText('class A:\n  def f(self): \\\n return 1\n  x = 1\n', { hollow: ['A.f'] })).toBe(
    'class A:\n  def f(self):\n      raise NotImplementedError\n  x = 1\n',
  )
})

test('lone carriage returns end lines, and stay', () => {
  const text = 'x = 1\r# about f\rdef f():\r    return 1\r\r\rdef g(): return 2\r\ny = 3\r'
  expect(carveText(text, { delete: ['f'], hollow: ['g'] })).toBe(
    'x = 1\r\r\rdef g():\r    raise NotImplementedError\r\ny = 3\r',
  )
})

test('KOI8-R stays KOI8-R', () => {
  const text = (...letters: number[]) =>
    new Uint8Array([...Buffer.from('# coding: koi8-r\n\nx = "'), ...letters])
  const whole = (rest: string) => new Uint8Array([...text(0xf0, 0xd2), ...Buffer.from(`"\n${rest}`)])
  const [file] = carveAll(new Map([['m.py', whole('\n\ndef f():\n    return x\n')]]), { hollow: ['m.py::f'] })
  expect(file?.bytes).toEqual(whole('\n\ndef f():\n    raise NotImplementedError\n'))
})
