import { meet, type NumberSet } from './number-set.ts'
import type { ChoiceProblem, SizeLimits } from './problem.ts'
import { stayingBeside } from './staying-beside.ts'
import { takeOut } from './take-out.ts'

/** What comes of a choice of P2P files; docs/cut.md gives the reasons for the three shares. */
export interface Appraisal extends Outcome {
  /** How far lines and points come to the least that a task needs: 2 when both are there. */
  readonly enough: number
  /** 1 for a feature of the size aimed at. */
  readonly size: number
  /** Of the stable passes of the F2P files, those that fail. */
  readonly tested: number
  /** Of the carved lines, those that P2P files watch over by running something else in their module. */
  readonly watched: number
}

/** What is taken out, in figures. */
interface Outcome {
  readonly lines: number
  /** Stable passes of the F2P files that run something of it. */
  readonly f2pPoints: number
}

/** @param files numbers of the chosen files */
export function appraise(problem: ChoiceProblem, files: readonly number[]): Appraisal {
  const { extracted, lines, moduleLines } = takeOut(problem, stayingBeside(problem, files))
  return weigh(problem, files, { lines, moduleLines, f2pPoints: countPoints(problem, extracted) })
}

/** @param outcome what the files leave to take out, as far as it is known */
export function weigh(
  problem: ChoiceProblem,
  files: readonly number[],
  { lines, moduleLines, f2pPoints }: Outcome & { readonly moduleLines: Int32Array },
): Appraisal {
  const { minCarvedLines, minF2pPoints } = problem.limits
  return {
    lines,
    f2pPoints,
    enough: Math.min(1, lines / minCarvedLines) + Math.min(1, f2pPoints / minF2pPoints),
    size: sizeShare(lines, problem.limits),
    tested: problem.f2pPoints === 0 ? 0 : f2pPoints / problem.f2pPoints,
    watched: lines === 0 ? 0 : watchedLines(problem, files, moduleLines) / lines,
  }
}

/** Enough comes first, then what it is worth. Positive when the first is better. */
export function compareAppraisals(one: Appraisal, other: Appraisal): number {
  return one.enough - other.enough || worth(one) - worth(other)
}

/** Size counts twice: it is what most candidates lack. At most 4. */
export function worth({ size, tested, watched }: Appraisal): number {
  return 2 * size + tested + watched
}

/** Times the least number of lines: from there on a feature is of the size aimed at. */
const aimedAt = 8

/** Part of the line budget: beyond it a feature is larger than aimed at. */
const atEase = 0.6

/** Rises with every doubling from the least number of lines on, is 1 for the size aimed at, and falls to the budget. */
function sizeShare(lines: number, { minCarvedLines, maxCarvedLines }: SizeLimits): number {
  if (lines <= minCarvedLines) return 0
  const rising = Math.log(lines / minCarvedLines) / Math.log(aimedAt)
  const falling = (1 - lines / maxCarvedLines) / (1 - atEase)
  return Math.max(0, Math.min(1, rising, falling))
}

function countPoints(problem: ChoiceProblem, extracted: NumberSet): number {
  const gone = extracted.map((word, at) => word & ~(problem.shells[at] ?? 0))
  let count = 0
  for (const { imported, points } of problem.f2pFiles) {
    const failsToImport = meet(imported, gone)
    for (const point of points) if (failsToImport || meet(point.runs, gone)) count += point.count
  }
  return count
}

/** Stable passes in a module from which on a file watches over it as well as it can. */
const plenty = 10

/** What such a file leaves unwatched of a module. */
const unwatched = 1 / 3

/** How far files watch over a module: each in proportion to its passes in it, up to a limit. */
export function watchedBy(passes: readonly number[]): number {
  const files = passes.reduce((sum, some) => sum + Math.min(1, some / plenty), 0)
  return 1 - unwatched ** files
}

function watchedLines(problem: ChoiceProblem, files: readonly number[], moduleLines: Int32Array): number {
  const passesIn = (module: number) => files.map((file) => problem.files[file]?.passes[module] ?? 0)
  return moduleLines.reduce(
    (sum, lines, module) => (lines === 0 ? sum : sum + lines * watchedBy(passesIn(module))),
    0,
  )
}
