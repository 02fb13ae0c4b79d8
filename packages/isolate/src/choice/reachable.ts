import { type Appraisal, appraise } from './appraise.ts'
import type { ChoiceProblem } from './problem.ts'

/** What a cut could be at most. */
export type Reachable = Pick<Appraisal, 'lines' | 'f2pPoints'>

/** What the top-level objects lead to at all: as if no P2P file needed anything, and lines had no limit. */
export function reachableAtMost(problem: ChoiceProblem): Reachable {
  return appraise({ ...problem, limits: { ...problem.limits, maxCarvedLines: Infinity } }, [])
}
