import {
  type Appraisal,
  appraise,
  type Choice,
  type ChoiceProblem,
  compareAppraisals,
  watchedBy,
} from '@quarry/isolate'

/** What branch and bound found, and whether it came to the end. */
export interface Exact extends Choice {
  readonly proved: boolean
  readonly tried: number
}

/**
 * The best choice of P2P files there is: too slow for mining, and what the search is measured by.
 *
 * @param known a choice to beat
 * @param most gives up after so many partial choices
 */
export function exactChoice(problem: ChoiceProblem, known: Choice, most: number): Exact {
  const order = alikeTogether(problem)
  const unlimited = { ...problem, limits: { ...problem.limits, maxCarvedLines: Infinity } }
  let best = known
  let tried = 0

  const branch = (files: readonly number[], from: number): void => {
    tried += 1
    if (tried > most) return
    const whole = files.length === problem.wanted
    const appraisal = appraise(whole ? problem : unlimited, files)
    if (whole) {
      if (compareAppraisals(appraisal, best.appraisal) > 0) best = { files, appraisal }
      return
    }
    const missing = problem.wanted - files.length
    if (compareAppraisals(bound(problem, appraisal, files, order.slice(from)), best.appraisal) <= 0) return
    for (let at = from; at + missing <= order.length; at += 1) {
      const [file, before] = [order[at], order[at - 1]]
      // Of files that are alike, only the first ones are taken.
      if (
        file === undefined ||
        (at > from && before !== undefined && key(problem, file) === key(problem, before))
      )
        continue
      branch([...files, file], at + 1)
    }
  }
  branch([], 0)
  return { ...best, proved: tried <= most, tried }
}

/**
 * What no choice that holds these files can surpass: with more files less can be taken out, so fewer points fail.
 *
 * @param unlimited what comes of these files alone, without a line budget
 * @param left the files that may be added
 */
function bound(
  problem: ChoiceProblem,
  unlimited: Appraisal,
  files: readonly number[],
  left: readonly number[],
): Appraisal {
  const missing = problem.wanted - files.length
  const watching = problem.modules.map((_, module) => {
    const passesOf = (some: readonly number[]) => some.map((file) => problem.files[file]?.passes[module] ?? 0)
    const most = passesOf(left).toSorted((a, b) => b - a)
    return watchedBy([...passesOf(files), ...most.slice(0, missing)])
  })
  return { ...unlimited, watched: Math.max(0, ...watching) }
}

/** The best alone first, those that no choice can tell apart side by side. */
function alikeTogether(problem: ChoiceProblem): readonly number[] {
  return [...problem.files.keys()]
    .map((file) => ({ file, appraisal: appraise(problem, [file]), key: key(problem, file) }))
    .toSorted((a, b) => compareAppraisals(b.appraisal, a.appraisal) || (a.key < b.key ? -1 : 1))
    .map(({ file }) => file)
}

function key(problem: ChoiceProblem, number: number): string {
  const file = problem.files[number]
  return `${file?.needs.join()};${file?.passes.join()}`
}
