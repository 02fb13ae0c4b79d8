import type { TestFileObservation, Testbed } from '@quarry/core'
import { type PytestSettings, runTestFile, traceTestFile } from '@quarry/testrun'
import pLimit from 'p-limit'
import type { CollectedFile } from './collect-suite.ts'
import { hashSeeds } from './hash-seeds.ts'
import { joinTrace } from './join-trace.ts'
import { fileObservation } from './observe-file.ts'
import type { SourceObjects } from './source-objects.ts'

export interface ObserveFilesOptions {
  readonly hashSeed: number
  readonly outcomeRuns: number
  readonly concurrency: number
  readonly source: SourceObjects
  readonly testCode: ReadonlySet<string>
  /** Called after each file with the number of files done. */
  readonly progress: (done: number) => void
}

export interface ObservedFiles {
  readonly files: readonly TestFileObservation[]
  /** Milliseconds of all test processes together. */
  readonly outcomeMs: number
  readonly traceMs: number
  /** How the traced runs heard of calls: one name, unless test files differ. */
  readonly tracer: string
  /** Tail of what pytest printed, by file, where a run did not come to its end; for people. */
  readonly logs: Readonly<Record<string, string>>
}

/** Runs and traces every file, each time in a process of its own, so many processes at once. */
export async function observeFiles(
  testbed: Testbed,
  pytest: PytestSettings,
  collected: ReadonlyMap<string, CollectedFile>,
  options: ObserveFilesOptions,
  signal: AbortSignal,
): Promise<ObservedFiles> {
  const limit = pLimit(options.concurrency)
  const failure = new AbortController()
  const either = AbortSignal.any([signal, failure.signal])
  const process = <Result>(start: () => Promise<Result>): Promise<Result> =>
    limit(() => {
      either.throwIfAborted()
      return start()
    })
  const logs = new Map<string, string>()
  const tracers = new Set<string>()
  let [done, outcomeMs, traceMs] = [0, 0, 0]

  async function observeFile(file: string, points: CollectedFile): Promise<TestFileObservation> {
    const seeds = hashSeeds(options.hashSeed, options.outcomeRuns)
    const [runs, trace] = await Promise.all([
      Promise.all(
        seeds.map((hashSeed) => process(() => runTestFile(testbed, pytest, { file, hashSeed }, either))),
      ),
      process(() => traceTestFile(testbed, pytest, { file, hashSeed: options.hashSeed }, either)),
    ])
    const failed = runs.find((run) => run.status !== 'completed')
    if (failed) logs.set(file, failed.log)
    outcomeMs += runs.reduce((sum, run) => sum + run.durationMs, 0)
    traceMs += trace.durationMs
    if (trace.tracer !== null) tracers.add(trace.tracer)
    const observation = fileObservation(
      file,
      points,
      runs,
      trace,
      joinTrace(trace, options.source, options.testCode),
    )
    done += 1
    options.progress(done)
    return observation
  }

  const all = [...collected].map(([path, points]) => observeFile(path, points))
  try {
    const files = await Promise.all(all)
    const times = { outcomeMs: Math.round(outcomeMs), traceMs: Math.round(traceMs) }
    const tracer = [...tracers].toSorted().join(', ')
    return { files, ...times, tracer, logs: Object.fromEntries(logs) }
  } catch (error) {
    failure.abort(error)
    await Promise.allSettled(all)
    throw error
  }
}
