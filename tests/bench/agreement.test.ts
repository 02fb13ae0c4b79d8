import type { FeatureCut, ObservedObject, TestFileObservation } from '@quarry/core'
import { predict } from '@quarry/isolate'
import { expect, test } from 'vitest'
import { compare } from '../../bench/agreement-compare.ts'
import { hollowEverything } from '../../bench/agreement-hollow.ts'

const path = 'src/demo.py'

function object(
  qualname: string,
  kind: ObservedObject['kind'],
  line: number,
  end_line: number,
): ObservedObject {
  return { id: `${path}::${qualname}::${line}`, path, qualname, kind, line, end_line }
}

const objects = [
  object('parse', 'function', 1, 3),
  object('Shape', 'class', 5, 12),
  object('Shape.area', 'method', 6, 8),
  object('Shape.name', 'method', 9, 12),
  object('Shape', 'class', 14, 16),
  object('Shape.area', 'method', 15, 16),
  object('Kept', 'class', 18, 22),
  object('Kept.gone', 'method', 19, 20),
  object('Kept.stays', 'method', 21, 22),
]

const cut = {
  extracted: [
    { id: `${path}::Kept.gone::19`, mode: 'delete', reason: '', depth: 2 },
    { id: `${path}::Kept::18`, mode: 'hollow', reason: '', depth: 1 },
    { id: `${path}::Shape::5`, mode: 'delete', reason: '', depth: 0 },
    { id: `${path}::parse::1`, mode: 'delete', reason: '', depth: 0 },
  ],
} as unknown as FeatureCut

function point(id: string, executed: number[]): TestFileObservation['points'][number] {
  return { id, digest: null, outcomes: ['passed', 'passed'], stable: true, reasons: [], executed, calls: [] }
}

const file: TestFileObservation = {
  path: 'tests/test_demo.py',
  status: 'collected',
  message: null,
  points: [
    point('tests/test_demo.py::test_parse', [0]),
    point('tests/test_demo.py::test_swallows', [0, 2, 3, 7]),
    point('tests/test_demo.py::test_class_only', [1]),
    point('tests/test_demo.py::test_other', [5, 8]),
  ],
  imports: [],
  imported: [],
  between: [],
  between_calls: [],
  loaded: [],
  calls: [],
  called_from_file: [],
  called_from_helpers: [],
  incomplete: [],
}

test('of a deleted class every method is hollowed, of one of the same name elsewhere and of a kept one none', () => {
  const { extracted, gone } = hollowEverything(cut, objects)
  expect(extracted.map(({ id, mode, depth }) => [id, mode, depth])).toEqual([
    [`${path}::Kept.gone::19`, 'hollow', 2],
    [`${path}::Kept::18`, 'hollow', 1],
    [`${path}::Shape.area::6`, 'hollow', 0],
    [`${path}::Shape.name::9`, 'hollow', 0],
    [`${path}::Shape::5`, 'hollow', 0],
    [`${path}::parse::1`, 'hollow', 0],
  ])
  expect([...gone]).toEqual([0, 2, 3, 7])
})

test('each point that did something else than predicted is named, with what it ran or what pytest said', () => {
  const { gone } = hollowEverything(cut, objects)
  const agreement = compare({
    prediction: predict([file], gone),
    outcomes: new Map([
      ['tests/test_demo.py::test_parse', 'failed'],
      ['tests/test_demo.py::test_swallows', 'passed'],
      ['tests/test_demo.py::test_class_only', 'passed'],
    ]),
    files: [file],
    objects,
    gone,
    log: 'E   something\nERROR tests/test_demo.py::test_other - ImportError\n',
  })
  expect(agreement).toEqual({
    points: 4,
    predicted: 2,
    observed: 2,
    agreeing: 2,
    disagreements: [
      {
        id: 'tests/test_demo.py::test_swallows',
        predicted: 'fails',
        observed: 'passed',
        why: `ran ${path}::parse::1, ${path}::Shape.area::6, ${path}::Shape.name::9 and 1 more`,
      },
      {
        id: 'tests/test_demo.py::test_other',
        predicted: 'passes',
        observed: 'missing',
        why: 'ERROR tests/test_demo.py::test_other - ImportError',
      },
    ],
  })
})
