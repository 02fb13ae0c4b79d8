import type { Testbed } from '@quarry/core'
import type { FileTrace, PytestSettings, TracedCode, TracedImport, TracedPlace, Tracing } from './model.ts'
import { type ProbeRun, runProbe } from './probe-run.ts'
import { type RecordOf, recordsOf } from './records.ts'
import { fileRun } from './run.ts'
import type { SharedWarmUp } from './warm/warm-up.ts'
import { runFiles } from './warm/run-files.ts'

/** Tracing by `sys.settrace`, the slowest way, takes up to four times as long. */
const tracingFactor = 4

/** Runs one test file under the tracer, in a process of its own, with limits wide enough for it. */
export async function traceTestFile(
  testbed: Testbed,
  pytest: PytestSettings,
  options: { readonly file: string; readonly hashSeed: number; readonly tracing: Tracing },
  signal: AbortSignal,
): Promise<FileTrace> {
  const { file, hashSeed, tracing } = options
  const wallSeconds = pytest.fileSeconds * tracingFactor
  const slower = { ...pytest, pointSeconds: pytest.pointSeconds * tracingFactor }
  const invocation = { mode: 'trace', files: [file], hashSeed, wallSeconds, tracing } as const
  return fileTrace(file, await runProbe(testbed, slower, invocation, signal))
}

/** Traces many test files as `traceTestFile` traces one, at less cost; `onTrace` gets each as it ends. */
export async function traceTestFiles(
  testbed: Testbed,
  pytest: PytestSettings,
  options: {
    readonly files: readonly string[]
    readonly hashSeed: number
    readonly tracing: Tracing
    readonly warm: SharedWarmUp
  },
  onTrace: (trace: FileTrace) => void,
  signal: AbortSignal,
): Promise<void> {
  const { warm, ...rest } = options
  const fileSeconds = pytest.fileSeconds * tracingFactor
  const slower = { ...pytest, pointSeconds: pytest.pointSeconds * tracingFactor }
  const invocation = { mode: 'trace', ...rest, fileSeconds } as const
  await runFiles(testbed, slower, invocation, warm, (path, run) => onTrace(fileTrace(path, run)), signal)
}

function fileTrace(path: string, run: ProbeRun): FileTrace {
  const { records } = run
  const verdicts = fileRun(path, run)
  const traces = recordsOf(records, 'trace').filter((trace) => verdicts.outcomes.has(trace.id))
  const points = placesByPoint(traces)
  const lossy = traces.filter((trace) => trace.incomplete).map((trace) => trace.id)
  const untraced = [...verdicts.outcomes.keys()].filter((id) => !points.has(id))
  return {
    ...verdicts,
    tracer: recordsOf(records, 'tracer')[0]?.name ?? null,
    codes: recordsOf(records, 'codes').flatMap(({ rows }) => rows.map(tracedCode)),
    edges: recordsOf(records, 'edges').flatMap((record) => record.rows),
    executed: new Map([...points].map(([id, place]) => [id, place.executed])),
    calls: new Map([...points].map(([id, place]) => [id, place.calls])),
    between: onePlace(recordsOf(records, 'between')),
    imports: importsByModule(recordsOf(records, 'imported')),
    incomplete: [...new Set([...lossy, ...untraced])].toSorted(),
  }
}

function tracedCode([path, line, name, kind]: RecordOf<'codes'>['rows'][number]): TracedCode {
  return { path, line, name, kind }
}

/** A point that ran more than once under one id has what all its runs executed. */
function placesByPoint(traces: readonly RecordOf<'trace'>[]): Map<string, TracedPlace> {
  const groups = Map.groupBy(traces, (trace) => trace.id)
  return new Map([...groups].map(([id, group]) => [id, onePlace(group)]))
}

/** The probe tells what is new from time to time. */
function importsByModule(imported: readonly RecordOf<'imported'>[]): TracedImport[] {
  const groups = Map.groupBy(imported, (record) => record.module)
  return [...groups]
    .map(([module, group]) => ({ module, ...onePlace(group) }))
    .toSorted((a, b) => (a.module ?? -1) - (b.module ?? -1))
}

function onePlace(places: readonly TracedPlace[]): TracedPlace {
  return {
    executed: sortedSet(places.flatMap((place) => place.executed)),
    calls: sortedSet(places.flatMap((place) => place.calls)),
  }
}

function sortedSet(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}
