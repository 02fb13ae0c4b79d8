import { includeAll, type NumberSet } from './number-set.ts'
import type { ChoiceProblem } from './problem.ts'

/**
 * What stays whatever is chosen, and what the files need.
 *
 * @param files numbers of the chosen files
 */
export function stayingBeside(problem: ChoiceProblem, files: readonly number[]): NumberSet {
  const stays = problem.fixed.slice()
  for (const number of files) {
    const file = problem.files[number]
    if (file !== undefined) includeAll(stays, file.needs)
  }
  return stays
}
