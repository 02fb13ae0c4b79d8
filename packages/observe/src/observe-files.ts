import { BugError } from '@quarry/core'
import {
  type FileRun,
  type FileTrace,
  type PytestSettings,
  runTestFiles,
  type TracingTestbed,
  traceTestFiles,
  type SharedWarmUp,
} from '@quarry/testrun'
import pLimit from 'p-limit'
import type { CollectedFile } from './collect-suite.ts'
import type { EdgeKeys } from './edge-keys.ts'
import { hashSeeds } from './hash-seeds.ts'
import { joinTrace } from './join-trace.ts'
import type { SeenFile, TracedFile } from './observe-file.ts'
import { shareOut } from './share-out.ts'
import type { SourceObjects } from './source-objects.ts'

export interface ObserveFilesOptions {
  readonly hashSeed: number
  readonly outcomeRuns: number
  readonly concurrency: number
  readonly source: SourceObjects
  readonly testCode: ReadonlySet<string>
  readonly keys: EdgeKeys
  readonly warm: SharedWarmUp
  /** Called now and then with the number of files done: as many as all runs of them together make. */
  readonly progress: (done: number) => void
}

export interface ObservedFiles {
  /** By path, sorted. */
  readonly files: ReadonlyMap<string, SeenFile>
  /** Milliseconds of all test processes together. */
  readonly outcomeMs: number
  readonly traceMs: number
  /** How the traced runs heard of calls: one name, unless test files differ. */
  readonly tracer: string
  /** Tail of what pytest printed, by file, where a run did not come to its end; for people. */
  readonly logs: Readonly<Record<string, string>>
}

/** Runs every file once under each seed and traces it once, so many processes at once. */
export async function observeFiles(
  testbed: TracingTestbed,
  pytest: PytestSettings,
  collected: ReadonlyMap<string, CollectedFile>,
  options: ObserveFilesOptions,
  signal: AbortSignal,
): Promise<ObservedFiles> {
  const { hashSeed, outcomeRuns, concurrency, source, testCode, keys, warm } = options
  const seeds = hashSeeds(hashSeed, outcomeRuns)
  const runs = seeds.map(() => new Map<string, FileRun>())
  const traces = new Map<string, TracedFile>()
  const tracers = new Set<string>()
  let [done, traceMs] = [0, 0]

  const step = (): void => {
    done += 1
    if (done % (seeds.length + 1) === 0) options.progress(done / (seeds.length + 1))
  }
  const keepRun = (at: number) => (run: FileRun) => {
    runs[at]?.set(run.path, run)
    step()
  }
  const keepTrace = (trace: FileTrace): void => {
    traces.set(trace.path, {
      joined: joinTrace(trace, source, testCode, keys),
      outcomes: trace.outcomes,
      incomplete: trace.incomplete,
    })
    if (trace.tracer !== null) tracers.add(trace.tracer)
    traceMs += trace.durationMs
    step()
  }
  const shares = shareOut(collected, concurrency)
  const works = shares.flatMap((files) => [
    (either: AbortSignal) =>
      traceTestFiles(testbed, pytest, { files, hashSeed, warm, tracing: testbed.tracing }, keepTrace, either),
    ...seeds.map(
      (seed, at) => (either: AbortSignal) =>
        runTestFiles(testbed, pytest, { files, hashSeed: seed, warm }, keepRun(at), either),
    ),
  ])
  await allTogether(works, concurrency, signal)
  const files = new Map(
    [...collected].map(([path, points]) => [path, seenFile(path, points, runs, traces)] as const),
  )
  const all = runs.flatMap((lane) => [...lane.values()])
  return {
    files,
    outcomeMs: Math.round(all.reduce((sum, run) => sum + run.durationMs, 0)),
    traceMs: Math.round(traceMs),
    tracer: [...tracers].toSorted().join(', '),
    logs: logsOf(files),
  }
}

function seenFile(
  path: string,
  collected: CollectedFile,
  runs: readonly ReadonlyMap<string, FileRun>[],
  traces: ReadonlyMap<string, TracedFile>,
): SeenFile {
  const trace = traces.get(path)
  const own = runs.flatMap((lane) => lane.get(path) ?? [])
  if (trace === undefined || own.length < runs.length)
    throw new BugError(`${path} was not run as often as asked for`, { code: 'file-not-run' })
  return { collected, runs: own, trace }
}

function logsOf(files: ReadonlyMap<string, SeenFile>): Record<string, string> {
  const failed = [...files].flatMap(([path, { runs }]) => {
    const run = runs.find((each) => each.status !== 'completed')
    return run === undefined ? [] : [[path, run.log] as const]
  })
  return Object.fromEntries(failed)
}

/** Ends all when one fails, and then tells of that one. */
async function allTogether(
  works: readonly ((signal: AbortSignal) => Promise<void>)[],
  atOnce: number,
  signal: AbortSignal,
): Promise<void> {
  const limit = pLimit(atOnce)
  const failure = new AbortController()
  const either = AbortSignal.any([signal, failure.signal])
  const all = works.map((work) =>
    limit(() => {
      either.throwIfAborted()
      return work(either)
    }),
  )
  try {
    await Promise.all(all)
  } catch (error) {
    failure.abort(error)
    await Promise.allSettled(all)
    throw error
  }
}
