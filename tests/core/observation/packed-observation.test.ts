import { packNumbers, packObservation, unpackNumbers, unpackObservation } from '@quarry/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test('ascending numbers come back from their text', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(2 ** 40)), (numbers) => {
      const ascending = numbers.toSorted((a, b) => a - b)
      expect(unpackNumbers(packNumbers(ascending))).toEqual(ascending)
    }),
  )
})

test('a hundred neighbours take a hundred bytes, and numbers out of order are refused', () => {
  const numbers = Array.from({ length: 99 }, (_, at) => at + 1000)
  expect(packNumbers(numbers)).toHaveLength((4 * (99 + 1 + 2)) / 3)
  expect(() => packNumbers([2, 1])).toThrow('1 stands behind 2')
})

test('an observation comes back as it was, and equal sets are stored once', () => {
  const ran = { executed: [0, 2], calls: [1] }
  const point = { digest: null, outcomes: ['passed' as const], stable: true, reasons: [] }
  const file = {
    path: 'tests/test_a.py',
    status: 'collected' as const,
    message: null,
    points: [
      { id: 'tests/test_a.py::test_one', ...point, ...ran },
      { id: 'tests/test_a.py::test_two', ...point, executed: [0, 2], calls: [] },
    ],
    imports: [
      { module: null, executed: [1], calls: [0] },
      { module: 'src/a.py', executed: [0], calls: [] },
    ],
    between: [2],
    between_calls: [0],
    loaded: ['src/a.py', 'src/b.py'],
    called_from_file: [0],
    called_from_helpers: [],
    incomplete: ['tests/test_a.py::test_two'],
  }
  const objects = [1, 2, 3].map((line) => ({
    id: `src/a.py::f${line}::${line}`,
    path: 'src/a.py',
    qualname: `f${line}`,
    line,
    end_line: line,
    kind: 'function' as const,
  }))
  const suite = {
    objects,
    edges: [[0, 1] as const, [0, 2] as const],
    test_code: ['tests/test_a.py'],
    test_files: [file],
  }
  const packed = packObservation(suite)
  expect(packed.sets).toEqual([[0, 2], [1], [], [0], [2], [0, 1]].map(packNumbers))
  expect(unpackObservation(packed)).toEqual({
    ...suite,
    test_files: [{ ...file, imported: [0, 1], calls: suite.edges }],
  })
})
