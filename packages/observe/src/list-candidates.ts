import {
  type Candidate,
  type Draft,
  type Observation,
  type PackedTestFile,
  datedTestFiles,
  type Rejection,
  type Snapshot,
  unpackObservation,
} from '@quarry/core'
import { joinFiles } from './join-files.ts'
import { stablePasses } from './stable-passes.ts'

export interface ListedCandidates {
  /** One per test file with a stable pass, and one per group of files of one feature. Sorted by id. */
  readonly candidates: readonly Draft<Candidate>[]
  /** The other test files, each with the reason, sorted by path. */
  readonly rejections: readonly { readonly path: string; readonly rejection: Rejection }[]
}

/**
 * Every test file of the suite that may become a task, and why the others may not; and groups of test files that may
 * become one together.
 *
 * @param snapshot what was observed
 * @param enough stable passes that a task needs
 */
export function listCandidates(
  observation: Observation,
  snapshot: Pick<Snapshot, 'repository' | 'test_file_dates' | 'release_date' | 'commit_date'>,
  enough: number,
): ListedCandidates {
  const { repository } = snapshot
  const files = observation.test_files.map((file) => ({ file, passes: stablePasses(file.points).length }))
  const passes = new Map(files.map((one) => [one.file.path, one.passes]))
  const alone = files.filter((one) => one.passes > 0).map(({ file }) => [file.path])
  return {
    candidates: [...alone, ...joinFiles(unpackObservation(observation), enough)]
      .map((paths) => ({
        id: candidateId(repository, paths),
        repository,
        test_files: paths,
        stable_passes: paths.reduce((sum, path) => sum + (passes.get(path) ?? 0), 0),
        dated: datedTestFiles(snapshot, paths),
        measured: {},
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    rejections: files
      .filter((one) => one.passes === 0)
      .map(({ file }) => ({ path: file.path, rejection: rejection(file) })),
  }
}

/** Of several files the first, and how many more there are: no file is in two groups. */
function candidateId(repository: string, [first = '', ...more]: readonly string[]): string {
  return `${repository}:${first}${more.length === 0 ? '' : `+${more.length}`}`
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
