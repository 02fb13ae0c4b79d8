import type { Outcome, SeparateTestFile, TestPoint } from '@quarry/core'
import type { FileRun, RunStatus } from '@quarry/testrun'
import type { CollectedFile } from './collect-suite.ts'
import type { NumberedEdges } from './edge-keys.ts'
import type { JoinedPlace, JoinedTrace } from './join-trace.ts'

type FileStatus = SeparateTestFile['status']

const fileStatus: Readonly<Record<RunStatus, FileStatus>> = {
  completed: 'collected',
  'collection-error': 'collection-error',
  'no-tests': 'no-tests',
  crashed: 'crashed',
  'out-of-memory': 'crashed',
  'timed-out': 'timed-out',
}

/** What is kept of a traced run. */
export interface TracedFile {
  readonly joined: JoinedTrace
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** Node ids whose trace may have lost calls. */
  readonly incomplete: readonly string[]
}

/** Everything that was seen of one test file. */
export interface SeenFile {
  readonly collected: CollectedFile
  readonly runs: readonly FileRun[]
  readonly trace: TracedFile
}

/** Puts together what is known about one test file: collections, untraced runs, and the trace in terms of objects. */
export function fileObservation(
  path: string,
  { collected, runs, trace }: SeenFile,
  edges: NumberedEdges,
): SeparateTestFile {
  const { joined } = trace
  const numbered = <Place extends JoinedPlace>(place: Place): Place => ({
    ...place,
    calls: edges.numbersOf(place.calls),
  })
  const worst = runs.find((run) => run.status !== 'completed')
  const points = collected.points.map((point) => ({
    ...verdict(point, runs),
    ...numbered(joined.points.get(point.id) ?? nothingRan),
  }))
  const between = numbered(joined.between)
  return {
    path,
    status: worst ? fileStatus[worst.status] : 'collected',
    message: worst ? messageFor(worst, collected.error) : null,
    points,
    imports: joined.imports.map(numbered),
    between: between.executed,
    between_calls: between.calls,
    loaded: joined.loaded,
    called_from_file: joined.calledFromFile,
    called_from_helpers: joined.calledFromHelpers,
    incomplete: incompletePoints(points, trace),
  }
}

const nothingRan: JoinedPlace = { executed: [], calls: [] }

function verdict({ id, digest, reasons }: CollectedFile['points'][number], runs: readonly FileRun[]) {
  const outcomes = runs.map((run): Outcome => run.outcomes.get(id) ?? 'missing')
  const all = [
    ...reasons,
    ...(new Set(outcomes).size > 1 ? ['outcomes-differ'] : []),
    ...(runs.every((run) => run.status === 'completed') ? [] : ['file-not-completed']),
  ]
  return { id, digest, outcomes, stable: all.length === 0, reasons: all }
}

/** Points whose trace lost calls, by the probe's word or because they ended otherwise than untraced. Sorted. */
function incompletePoints(points: readonly TestPoint[], trace: TracedFile): string[] {
  const lost = new Set(trace.incomplete)
  const incomplete = points.filter(
    ({ id, outcomes }) =>
      lost.has(id) || !trace.joined.points.has(id) || trace.outcomes.get(id) !== outcomes[0],
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
