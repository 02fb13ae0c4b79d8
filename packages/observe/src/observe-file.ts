import type { Outcome, TestFileObservation, TestPoint } from '@quarry/core'
import type { FileRun, FileTrace, RunStatus } from '@quarry/testrun'
import type { CollectedFile } from './collect-suite.ts'
import type { JoinedTrace } from './join-trace.ts'

type FileStatus = TestFileObservation['status']

const fileStatus: Readonly<Record<RunStatus, FileStatus>> = {
  completed: 'collected',
  'collection-error': 'collection-error',
  'no-tests': 'no-tests',
  crashed: 'crashed',
  'out-of-memory': 'crashed',
  'timed-out': 'timed-out',
}

/** Puts together what is known about one test file: collections, untraced runs, and the trace in terms of objects. */
export function fileObservation(
  path: string,
  collected: CollectedFile,
  runs: readonly FileRun[],
  trace: FileTrace,
  joined: JoinedTrace,
): TestFileObservation {
  const worst = runs.find((run) => run.status !== 'completed')
  const status = worst ? fileStatus[worst.status] : 'collected'
  const points = collected.points.map((point) => testPoint(point, runs, joined))
  return {
    path,
    status,
    message: worst ? messageFor(worst, collected.error) : null,
    points,
    imported: joined.imported,
    between: joined.between,
    calls: joined.calls,
    called_from_file: joined.calledFromFile,
    called_from_helpers: joined.calledFromHelpers,
    incomplete: incompletePoints(points, trace),
  }
}

function testPoint(
  { id, digest, reasons }: CollectedFile['points'][number],
  runs: readonly FileRun[],
  joined: JoinedTrace,
): TestPoint {
  const outcomes = runs.map((run): Outcome => run.outcomes.get(id) ?? 'missing')
  const all = [
    ...reasons,
    ...(new Set(outcomes).size > 1 ? ['outcomes-differ'] : []),
    ...(runs.every((run) => run.status === 'completed') ? [] : ['file-not-completed']),
  ]
  return {
    id,
    digest,
    outcomes,
    stable: all.length === 0,
    reasons: all,
    executed: joined.executed.get(id) ?? [],
  }
}

/** Points whose trace lost calls, by the probe's word or because they ended otherwise than untraced. Sorted. */
function incompletePoints(points: readonly TestPoint[], trace: FileTrace): string[] {
  const lost = new Set(trace.incomplete)
  const incomplete = points.filter(
    ({ id, outcomes }) => lost.has(id) || !trace.executed.has(id) || trace.outcomes.get(id) !== outcomes[0],
  )
  return incomplete.map((point) => point.id).toSorted()
}

const messageLines = 5

/** What to tell about a run that did not come to its end; nothing in it may differ between runs and machines. */
function messageFor(run: FileRun, collectionError: string | null): string {
  if (collectionError !== null) {
    const lines = collectionError.trimEnd().split('\n')
    const said = lines.filter((line) => line.startsWith('E '))
    const last = (said.length > 0 ? said : lines).slice(-messageLines)
    return last
      .map((line) => line.replace(/^E +/, ''))
      .join('\n')
      .replaceAll(/\b0x[0-9a-f]{4,}\b/gi, '0x…')
  }
  const running = [...run.outcomes].find(([, outcome]) => outcome === 'crashed')?.[0]
  return running ? `${run.status} while ${running} ran` : run.status
}
