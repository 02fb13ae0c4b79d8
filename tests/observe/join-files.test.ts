import type { ObservedObject, TestFileObservation } from '@quarry/core'
import { joinFiles } from '@quarry/observe'
import { describe, expect, test } from 'vitest'

/** Ten functions of ten lines in each module. */
const modules = ['pkg/core.py', 'pkg/graph/walk.py', 'pkg/graph/trees.py', 'pkg/graph/cuts.py', 'pkg/text.py']

const objects = modules.flatMap((path) =>
  Array.from({ length: 10 }, (_, at): ObservedObject => {
    const line = 10 * at + 1
    return {
      id: `${path}::f${at}::${line}`,
      path,
      qualname: `f${at}`,
      line,
      end_line: line + 9,
      kind: 'function',
    }
  }),
)

/** Indexes of functions of a module. */
const of = (module: string, functions: readonly number[]) =>
  functions.map((at) => 10 * modules.indexOf(module) + at)

/** A test file with so many passes that run functions of a module, which its own code calls. */
function file(
  path: string,
  passes: number,
  module: string,
  functions: readonly number[],
): TestFileObservation {
  const called = of(module, functions)
  return {
    path,
    status: 'collected',
    message: null,
    points: Array.from({ length: passes }, (_, at) => ({
      id: `${path}::test_${at}`,
      digest: null,
      outcomes: ['passed', 'passed'],
      stable: true,
      reasons: [],
      executed: called,
      calls: [],
    })),
    imports: [],
    imported: [],
    between: [],
    between_calls: [],
    calls: [],
    loaded: [],
    called_from_file: called,
    called_from_helpers: [],
    incomplete: [],
  }
}

/** Nine files that are about nothing in particular, so that three files are a third of the suite. */
const others = Array.from({ length: 9 }, (_, at) =>
  file(`tests/test_other_${at}.py`, 5, 'pkg/core.py', [0, 1, 2]),
)

const join = (...files: readonly TestFileObservation[]) =>
  joinFiles({ objects, test_files: [...files, ...others] }, 10)

describe('test files are joined', () => {
  test('that call largely the same, wherever they are', () => {
    const one = file('tests/test_a.py', 5, 'pkg/text.py', [0, 1, 2, 3])
    const other = file('more/test_b.py', 5, 'pkg/text.py', [1, 2, 3, 4, 5])
    expect(join(one, other)).toEqual([['more/test_b.py', 'tests/test_a.py']])
  })

  test('that call largely the same behind what the whole suite calls', () => {
    const through = (path: string, functions: readonly number[]) => {
      const [entry = 0] = of('pkg/core.py', [0])
      const behind = of('pkg/text.py', functions)
      const seen = file(path, 5, 'pkg/core.py', [0])
      const points = seen.points.map((point) => ({ ...point, executed: [entry, ...behind] }))
      return { ...seen, points, calls: behind.map((index) => [entry, index] as const) }
    }
    expect(join(through('tests/test_a.py', [0, 1, 2]), through('more/test_b.py', [0, 1, 2, 3]))).toEqual([
      ['more/test_b.py', 'tests/test_a.py'],
    ])
  })

  describe('that lie in one folder and are about the same module', () => {
    const about = (path: string, passes: number, functions: readonly number[], module = 'pkg/text.py') =>
      file(path, passes, module, functions)

    test('and are too small alone', () => {
      expect(join(about('tests/test_a.py', 5, [0]), about('tests/test_b.py', 5, [5]))).toEqual([
        ['tests/test_a.py', 'tests/test_b.py'],
      ])
      expect(join(about('tests/test_a.py', 5, [0]), about('more/test_b.py', 5, [5]))).toEqual([])
      expect(join(about('tests/test_a.py', 5, [0]), about('tests/test_b.py', 5, [5], 'pkg/core.py'))).toEqual(
        [],
      )
    })

    test('and have anything in common', () => {
      expect(
        join(about('tests/test_a.py', 20, [0, 1, 2, 3]), about('tests/test_b.py', 20, [3, 4, 5, 6])),
      ).toEqual([['tests/test_a.py', 'tests/test_b.py']])
      expect(join(about('tests/test_a.py', 20, [0, 1, 2]), about('tests/test_b.py', 20, [4, 5, 6]))).toEqual(
        [],
      )
    })

    test('as half of the folder is', () => {
      expect(
        join(about('tests/text/test_a.py', 20, [0, 1]), about('tests/text/test_b.py', 20, [4, 5])),
      ).toEqual([['tests/text/test_a.py', 'tests/text/test_b.py']])
    })
  })

  test('that are too small alone and about the same package inside another', () => {
    const walk = file('tests/graph/test_walk.py', 4, 'pkg/graph/walk.py', [0])
    const trees = file('tests/graph/test_trees.py', 4, 'pkg/graph/trees.py', [0])
    const cuts = file('tests/graph/test_cuts.py', 4, 'pkg/graph/cuts.py', [0])
    const large = file('tests/graph/test_large.py', 40, 'pkg/graph/cuts.py', [1])
    expect(join(walk, trees, cuts)).toEqual([[cuts.path, trees.path, walk.path]])
    expect(join(walk, trees, large)).toEqual([])
    expect(
      join(file('tests/test_a.py', 6, 'pkg/core.py', [7]), file('tests/test_b.py', 6, 'pkg/text.py', [7])),
    ).toEqual([])
  })
})

describe('test files are not joined', () => {
  test('by what much of the suite calls', () => {
    const one = file('tests/test_a.py', 5, 'pkg/core.py', [0, 1, 2])
    expect(join(one, file('more/test_b.py', 5, 'pkg/core.py', [0, 1, 2]))).toEqual([])
  })

  test('that together have too few stable passes for a task', () => {
    const one = file('tests/test_a.py', 5, 'pkg/text.py', [0])
    expect(join(one, file('tests/test_b.py', 4, 'pkg/text.py', [5]))).toEqual([])
  })

  test('when one of them alone is a task and calls nearly all of it', () => {
    const whole = file('tests/test_a.py', 30, 'pkg/text.py', [0, 1, 2, 3, 4])
    const part = file('tests/test_b.py', 5, 'pkg/text.py', [2, 3, 4, 5])
    expect(join(whole, part)).toEqual([])
    expect(join({ ...whole, points: whole.points.slice(0, 5) }, part)).toEqual([[whole.path, part.path]])
  })

  test('into more than a third of the suite: the closest stay together', () => {
    const far = file('tests/test_a.py', 5, 'pkg/text.py', [9])
    const near = [1, 2, 3, 4].map((at) => file(`tests/test_b${at}.py`, 5, 'pkg/text.py', [at, at + 1]))
    expect(join(far, ...near)).toEqual([near.map(({ path }) => path)])
  })
})
