import { includes } from './choice/number-set.ts'
import type { ChoiceProblem } from './choice/problem.ts'
import type { TakenOut } from './choice/take-out.ts'

/** An object that the top-level objects lead to. */
interface Reached {
  readonly index: number
  /** Calls from the nearest top-level object; 0 for a top-level object. */
  readonly depth: number
}

export interface Extraction {
  /** What may be taken out, in the order of reaching; members of an extracted class are among them. */
  readonly extracted: readonly Reached[]
  readonly remained: readonly Reached[]
  readonly overBudget: readonly Reached[]
}

/** What was reached, divided by what becomes of it. */
export function extract(problem: ChoiceProblem, taken: TakenOut): Extraction {
  const extracted: Reached[] = []
  const remained: Reached[] = []
  const overBudget: Reached[] = []
  for (const [place, number] of taken.reached.entries()) {
    const item = { index: problem.indexes[number] ?? -1, depth: taken.depths[place] ?? 0 }
    if (includes(taken.extracted, number)) extracted.push(item)
    else if (includes(taken.overBudget, number)) overBudget.push(item)
    else remained.push(item)
  }
  return { extracted, remained, overBudget }
}
