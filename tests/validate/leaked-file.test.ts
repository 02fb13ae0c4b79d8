import { leakedFile } from '@quarry/validate'
import { expect, test } from 'vitest'

const lines = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index}`)
const removed = [
  { path: 'src/a.py', lines: lines('a', 20) },
  { path: 'src/b.py', lines: lines('b', 200) },
]
const copies = (path: string, held: string[]) => held.map((line) => ({ path, line }))

test('a copy of one carved file is a leak, though it is little of the whole', () => {
  expect(leakedFile(removed, copies('environment:vendored.py', lines('a', 12)))).toEqual({
    path: 'environment:vendored.py',
    of: 'src/a.py',
    lines: lines('a', 12),
    removed: 20,
  })
})

test.each([
  ['fewer than most lines', copies('x.py', lines('a', 11))],
  ['lines of many files', [...copies('x.py', lines('a', 9)), ...copies('y.py', lines('a', 9))]],
  ['lines that come from different places', copies('x.py', [...lines('a', 9), ...lines('b', 60)])],
  ['nothing', []],
])('%s is none', (_, found) => {
  expect(leakedFile(removed, found)).toBeNull()
})

test('a handful of lines proves nothing', () => {
  expect(leakedFile([{ path: 'src/a.py', lines: lines('a', 9) }], copies('x.py', lines('a', 9)))).toBeNull()
})

test('a sibling in the repository itself is none, unless it holds most of the whole cut', () => {
  expect(leakedFile(removed, copies('testbed:src/sibling.py', lines('a', 20)))).toBeNull()
  const most = [...lines('a', 20), ...lines('b', 112)]
  expect(leakedFile(removed, copies('testbed:src/old.py', most))).toEqual({
    path: 'testbed:src/old.py',
    of: null,
    lines: most,
    removed: 220,
  })
})
