import {
  Candidate,
  CarvedTree,
  Instance,
  type Refs,
  type Rejection,
  type StageName,
  type TreeStore,
} from '@quarry/core'
import type { Archive, CandidateRecord } from '@quarry/pipeline'
import { type CarvedObjects, carvedObjects } from './carved-objects.ts'
import type { History, StageEnd } from './panel-history.ts'

/** The five figures that FeatureBench gives means of, for one instance. */
export interface Yardstick {
  readonly goldLines: number
  readonly files: number
  /** Carved functions and methods, those in deleted classes included. */
  readonly functions: number
  readonly f2pPoints: number
  /** F2P, guard and P2P. */
  readonly testPoints: number
}

/** What became of a candidate, as far as the panel's table asks. */
export interface CandidateFacts {
  readonly id: string
  readonly testFiles: readonly string[]
  /** Stable passes of its test files. */
  readonly stablePasses: number
  /** `stage code` of the rejection; null for an instance. */
  readonly rejection: string | null
  /** Set for an instance. */
  readonly yardstick: Yardstick | null
  readonly carved: CarvedObjects | null
  /** Whether every regression test passed after the first cut; null when none was carved and run. */
  readonly firstCutGreen: boolean | null
  /** Whether what can be taken out reaches the least number of lines at all; null when nothing tells. */
  readonly reachesLines: boolean | null
  /** Milliseconds that its last cut and carve took; null when both came from the store, or never were. */
  readonly cutAndCarveMs: number | null
}

/** The least lines of a task, as the configuration has it. */
export interface Thresholds {
  readonly minCarvedLines: number
}

export async function candidateFacts(
  archive: Archive,
  trees: TreeStore,
  record: CandidateRecord,
  history: History,
  thresholds: Thresholds,
): Promise<CandidateFacts> {
  const { id, refs, outcome, test_files } = record
  const instance =
    outcome.kind === 'instance' ? await archive.store.ancestor(refs, 'describe', Instance) : null
  const carved =
    instance === null
      ? null
      : await carvedObjects(trees, await archive.store.ancestor(refs, 'carve', CarvedTree))
  const ends = history.ends(id)
  return {
    id,
    testFiles: test_files,
    stablePasses: await stablePassesOf(archive, refs),
    rejection: codeOf(outcome),
    yardstick: instance === null || carved === null ? null : yardstickOf(instance, carved),
    carved,
    firstCutGreen: firstCutGreen(ends),
    reachesLines: reachesLines(outcome, thresholds),
    cutAndCarveMs: cutAndCarve(ends),
  }
}

/** A test file that is no candidate has no artifact of its own. */
async function stablePassesOf(archive: Archive, refs: Refs): Promise<number> {
  if (refs.candidate === undefined) return 0
  return (await archive.store.ancestor(refs, 'candidate', Candidate)).stable_passes
}

function codeOf(outcome: CandidateRecord['outcome']): string | null {
  switch (outcome.kind) {
    case 'instance':
      return null
    case 'rejected':
      return `${outcome.rejection.stage} ${outcome.rejection.code}`
    case 'failed':
      return `undecided ${outcome.code}`
  }
}

function yardstickOf(instance: Instance, { functions }: CarvedObjects): Yardstick {
  const { fail_to_pass, guard, pass_to_pass } = instance
  return {
    goldLines: instance.lines.carved,
    files: instance.files,
    functions,
    f2pPoints: fail_to_pass.length,
    testPoints: fail_to_pass.length + guard.length + pass_to_pass.length,
  }
}

/** Later cuts of a candidate follow the first in the log: the first that got as far as its tests decides. */
function firstCutGreen(ends: readonly StageEnd[]): boolean | null {
  const first = ends.find(({ stage }) => stage === 'validate')
  return first === undefined ? null : first.rejection?.code !== 'p2p-broken'
}

function cutAndCarve(ends: readonly StageEnd[]): number | null {
  const last = (stage: StageName) => ends.findLast((end) => end.stage === stage && !end.cached)
  const [cut, carved] = [last('isolate'), last('carve')]
  return cut === undefined || carved === undefined ? null : cut.durationMs + carved.durationMs
}

/** Stages behind the cut: who got there had lines enough. */
const beyondTheCut: readonly StageName[] = ['carve', 'validate', 'describe']

function reachesLines(outcome: CandidateRecord['outcome'], { minCarvedLines }: Thresholds): boolean | null {
  if (outcome.kind === 'instance') return true
  if (outcome.kind === 'failed') return null
  const { rejection } = outcome
  const lines = reachableLines(rejection)
  if (lines !== null) return lines >= minCarvedLines
  return beyondTheCut.includes(rejection.stage) ? true : null
}

/** The lines that the code around a candidate holds whatever regression tests are chosen. */
function reachableLines({ evidence }: Rejection): number | null {
  const lines = evidence['reachable_lines']
  return typeof lines === 'number' ? lines : null
}
