import type { Candidate, Draft, Observation, Rejection, PackedTestFile } from '@quarry/core'

export interface ListedCandidates {
  /** One per test file with a stable pass, sorted by id. */
  readonly candidates: readonly Draft<Candidate>[]
  /** The other test files, each with the reason, sorted by path. */
  readonly rejections: readonly { readonly path: string; readonly rejection: Rejection }[]
}

/** Every test file of the suite that may become a task, and why the others may not. */
export function listCandidates(observation: Observation, repository: string): ListedCandidates {
  const files = observation.test_files.map((file) => ({ file, passes: stablePasses(file) }))
  return {
    candidates: files
      .filter(({ passes }) => passes > 0)
      .map(({ file, passes }) => ({
        id: `${repository}:${file.path}`,
        repository,
        test_files: [file.path],
        stable_passes: passes,
        measured: {},
      })),
    rejections: files
      .filter(({ passes }) => passes === 0)
      .map(({ file }) => ({ path: file.path, rejection: rejection(file) })),
  }
}

function stablePasses(file: PackedTestFile): number {
  return file.points.filter(
    (point) => point.stable && point.outcomes.every((outcome) => outcome === 'passed'),
  ).length
}

/** Codes of files that never came to their tests, or not to the end of them. */
const statusCodes = {
  'collection-error': 'test-file-not-collected',
  crashed: 'test-file-crashed',
  'timed-out': 'test-file-timed-out',
  'no-tests': 'test-file-without-tests',
} as const

function rejection(file: PackedTestFile): Rejection {
  if (file.status !== 'collected') {
    return {
      stage: 'observe',
      code: statusCodes[file.status],
      message: `${file.path}: ${file.status.replace('-', ' ')}`,
      evidence: { path: file.path, message: file.message },
    }
  }
  const outcomes = Object.groupBy(
    file.points.flatMap((point) => point.outcomes),
    (outcome) => outcome,
  )
  const reasons = Object.groupBy(
    file.points.flatMap((point) => point.reasons),
    (reason) => reason,
  )
  return {
    stage: 'observe',
    code: 'no-stable-passes',
    message: `none of the ${file.points.length} test points of ${file.path} passes in every run`,
    evidence: { path: file.path, outcomes: counts(outcomes), unstable: counts(reasons) },
  }
}

function counts(groups: Partial<Record<string, unknown[]>>): Record<string, number> {
  const entries = Object.entries(groups).map(([name, group]): [string, number] => [name, group?.length ?? 0])
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
