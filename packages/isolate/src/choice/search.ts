import { type Appraisal, appraise, compareAppraisals } from './appraise.ts'
import type { ChoiceProblem } from './problem.ts'

/** A choice of P2P files, by their numbers in ascending order, and what comes of it. */
export interface Choice {
  readonly files: readonly number[]
  readonly appraisal: Appraisal
}

/** Files that the search starts from, each in turn: the best alone. */
const starts = 5

/**
 * Files that are considered, the best alone: with every further file less can be taken out, so one that leaves little by
 * itself leaves no more beside others.
 */
const considered = 40

/**
 * Chooses the P2P files of a candidate: adds the best file as long as some are missing, then exchanges one for another as
 * long as that is better, from several starts. Of equals the first in the problem's order is taken. docs/cut.md says how
 * far from the best this stays.
 */
export function search(problem: ChoiceProblem): Choice {
  const known = new Map<string, Choice>()
  const choose = (files: readonly number[]): Choice => {
    const sorted = files.toSorted((a, b) => a - b)
    const key = sorted.join()
    const choice = known.get(key) ?? { files: sorted, appraisal: appraise(problem, sorted) }
    known.set(key, choice)
    return choice
  }
  const alone = [...problem.files.keys()].map((file) => choose([file])).toSorted(bestFirst)
  const pool = alone.slice(0, Math.max(considered, problem.wanted)).flatMap(({ files }) => files)
  const found = alone
    .slice(0, starts)
    .map((start) => exchange(pool, fill(pool, start, problem.wanted, choose), choose))
  return best(found) ?? choose([])
}

type Choose = (files: readonly number[]) => Choice

function fill(pool: readonly number[], start: Choice, wanted: number, choose: Choose): Choice {
  let choice = start
  while (choice.files.length < wanted) {
    const { files } = choice
    const longer = best(others(pool, files).map((file) => choose([...files, file])))
    if (longer === undefined) break
    choice = longer
  }
  return choice
}

function exchange(pool: readonly number[], start: Choice, choose: Choose): Choice {
  let choice = start
  for (;;) {
    const { files } = choice
    const next = best(
      others(pool, files).flatMap((file) => files.map((_, place) => choose(files.with(place, file)))),
    )
    if (next === undefined || compareAppraisals(next.appraisal, choice.appraisal) <= 0) return choice
    choice = next
  }
}

function others(pool: readonly number[], files: readonly number[]): number[] {
  return pool.filter((file) => !files.includes(file))
}

function best(choices: readonly Choice[]): Choice | undefined {
  return choices.toSorted(bestFirst)[0]
}

function bestFirst(one: Choice, other: Choice): number {
  return compareAppraisals(other.appraisal, one.appraisal)
}
