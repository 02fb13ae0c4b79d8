import type { FeatureCut, Observation, Outcome, ValidatedPoint } from '@quarry/core'

/** Outcomes by node id, one map per run. */
export type Runs = readonly ReadonlyMap<string, Outcome>[]

export interface Classification {
  readonly points: readonly ValidatedPoint[]
  readonly failToPass: readonly string[]
  readonly guard: readonly string[]
  readonly passToPass: readonly string[]
  readonly unexpectedPasses: readonly string[]
  readonly unexpectedFailures: readonly string[]
  /** P2P points that pass on the original tree and not on the carved one. */
  readonly brokenP2p: readonly string[]
  /** Points that did not pass in the confirming run on the restored tree: dropped, the tree is the original's. */
  readonly unstable: readonly string[]
}

/**
 * Sorts every stable pass into F2P, guard and P2P (design, Words). A point without a record in a run is `missing`
 * there, and missing is not passed. A point whose carved runs disagree proves nothing and goes to `unstable`.
 */
export function classifyPoints(
  cut: FeatureCut,
  observation: Observation,
  carved: Runs,
  restored: Runs,
): Classification {
  const predicted = new Set(cut.predicted_f2p)
  const points = stablePasses(observation, [...cut.f2p_files, ...cut.p2p_files.map((file) => file.path)]).map(
    (point) => ({
      id: point.id,
      original: point.outcomes,
      carved: carved.map((run) => run.get(point.id) ?? 'missing'),
      restored: restored.map((run) => run.get(point.id) ?? 'missing'),
    }),
  )
  const ofF2pFiles = new Set(stablePasses(observation, cut.f2p_files).map((point) => point.id))
  const unstable = points.filter(
    (point) => !allPass(point.restored) || (ofF2pFiles.has(point.id) && mixed(point.carved)),
  )
  const dropped = new Set(unstable.map((point) => point.id))
  const kept = points.filter((point) => !dropped.has(point.id))
  const f2pSide = kept.filter((point) => ofF2pFiles.has(point.id))
  const p2pSide = kept.filter((point) => !ofF2pFiles.has(point.id))
  const failToPass = f2pSide.filter((point) => predicted.has(point.id) && !somePass(point.carved))
  const guard = f2pSide.filter((point) => !failToPass.includes(point))
  return {
    points,
    failToPass: ids(failToPass),
    guard: ids(guard),
    passToPass: ids(p2pSide),
    unexpectedPasses: ids(guard.filter((point) => predicted.has(point.id))),
    unexpectedFailures: ids(guard.filter((point) => !predicted.has(point.id) && !allPass(point.carved))),
    brokenP2p: ids(p2pSide.filter((point) => !allPass(point.carved))),
    unstable: ids(unstable),
  }
}

function stablePasses(observation: Observation, paths: readonly string[]) {
  return observation.test_files
    .filter((file) => paths.includes(file.path))
    .flatMap((file) => file.points)
    .filter((point) => point.stable && allPass(point.outcomes))
}

function allPass(outcomes: readonly Outcome[]): boolean {
  return outcomes.length > 0 && outcomes.every((outcome) => outcome === 'passed')
}

function somePass(outcomes: readonly Outcome[]): boolean {
  return outcomes.includes('passed')
}

function mixed(outcomes: readonly Outcome[]): boolean {
  return somePass(outcomes) && !allPass(outcomes)
}

function ids(points: readonly ValidatedPoint[]): string[] {
  return points.map((point) => point.id).toSorted()
}
