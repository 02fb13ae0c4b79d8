import { appraise, type ChoiceProblem, compareAppraisals, search, worth } from '@quarry/isolate'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactChoice } from '../../bench/exact-choice.ts'
import { randomChoice } from './random-choice.ts'

/** Always the same problems: what is expected of the search was measured on them. */
const problems = fc.sample(randomChoice, { seed: 5, numRuns: 400 })

test('the search finds the best choice 98 times in 100, and one that is as good as enough where there is one', () => {
  const missed = problems.flatMap((problem) => {
    const found = search(problem)
    const { proved, appraisal } = exactChoice(problem, found, Infinity)
    expect(proved).toBe(true)
    if (compareAppraisals(appraisal, found.appraisal) === 0) return []
    return [
      { enough: appraisal.enough - found.appraisal.enough, worth: worth(appraisal) - worth(found.appraisal) },
    ]
  })
  expect(missed.length).toBeLessThanOrEqual(problems.length / 50)
  expect(missed.filter(({ enough }) => enough > 0)).toEqual([])
  expect(Math.max(0, ...missed.map((one) => one.worth))).toBeLessThan(0.25)
})

test('branch and bound finds what trying everything finds', () => {
  for (const problem of problems.filter(({ files, wanted }) => files.length <= 8 && wanted <= 3)) {
    const best = everyChoice(problem)
      .map((files) => appraise(problem, files))
      .reduce((one, other) => (compareAppraisals(other, one) > 0 ? other : one))
    // Nothing to beat but the worst there is.
    const none = { files: [], appraisal: { ...best, enough: -1 } }
    expect(compareAppraisals(exactChoice(problem, none, Infinity).appraisal, best)).toBe(0)
  }
})

test('beside one file more, no more lines and points can be taken out', () => {
  for (const problem of problems) {
    const unlimited = { ...problem, limits: { ...problem.limits, maxCarvedLines: Infinity } }
    const growing = problem.files.map((_, last) => [...problem.files.keys()].slice(0, last))
    const taken = growing.map((files) => appraise(unlimited, files))
    for (const [at, { lines, f2pPoints }] of taken.slice(1).entries()) {
      expect(lines).toBeLessThanOrEqual(taken[at]?.lines ?? 0)
      expect(f2pPoints).toBeLessThanOrEqual(taken[at]?.f2pPoints ?? 0)
    }
  }
})

/** Every set of so many files. */
function everyChoice({ files, wanted }: ChoiceProblem): number[][] {
  let sets: number[][] = [[]]
  for (const file of files.keys()) sets = [...sets, ...sets.map((set) => [...set, file])]
  return sets.filter((set) => set.length === wanted)
}
