import type { Testbed } from '@quarry/core'
import type { FileTrace, PytestSettings, TracedCode } from './model.ts'
import { type ProbeRun, runProbe } from './probe-run.ts'
import { type RecordOf, recordsOf } from './records.ts'
import { fileRun } from './run.ts'

/** Tracing by `sys.settrace`, the slowest way, takes up to four times as long. */
const tracingFactor = 4

/** Runs one test file under the tracer, in a process of its own, with limits wide enough for it. */
export async function traceTestFile(
  testbed: Testbed,
  pytest: PytestSettings,
  options: { readonly file: string; readonly hashSeed: number },
  signal: AbortSignal,
): Promise<FileTrace> {
  const { file, hashSeed } = options
  const wallSeconds = pytest.fileSeconds * tracingFactor
  const slower = { ...pytest, pointSeconds: pytest.pointSeconds * tracingFactor }
  const invocation = { mode: 'trace', files: [file], hashSeed, wallSeconds } as const
  return fileTrace(file, await runProbe(testbed, slower, invocation, signal))
}

function fileTrace(path: string, run: ProbeRun): FileTrace {
  const { records } = run
  const verdicts = fileRun(path, run)
  const traces = recordsOf(records, 'trace').filter((trace) => verdicts.outcomes.has(trace.id))
  const traced = new Set(traces.map((trace) => trace.id))
  const lossy = traces.filter((trace) => trace.incomplete).map((trace) => trace.id)
  const untraced = [...verdicts.outcomes.keys()].filter((id) => !traced.has(id))
  return {
    ...verdicts,
    tracer: recordsOf(records, 'tracer')[0]?.name ?? null,
    codes: recordsOf(records, 'codes').flatMap(({ rows }) => rows.map(tracedCode)),
    executed: executedByPoint(traces),
    imported: sortedSet(recordsOf(records, 'imported').flatMap((record) => record.new)),
    between: sortedSet(recordsOf(records, 'between').flatMap((record) => record.executed)),
    calls: sortedPairs(recordsOf(records, 'calls').flatMap((record) => record.new)),
    importedCalls: sortedPairs(recordsOf(records, 'imported_calls').flatMap((record) => record.new)),
    incomplete: [...new Set([...lossy, ...untraced])].toSorted(),
  }
}

function tracedCode([path, line, name, kind]: RecordOf<'codes'>['rows'][number]): TracedCode {
  return { path, line, name, kind }
}

/** A point that ran more than once under one id has what all its runs executed. */
function executedByPoint(traces: readonly RecordOf<'trace'>[]): Map<string, readonly number[]> {
  const groups = Map.groupBy(traces, (trace) => trace.id)
  return new Map([...groups].map(([id, group]) => [id, sortedSet(group.flatMap((trace) => trace.executed))]))
}

function sortedSet(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

function sortedPairs(pairs: readonly [number, number][]): [number, number][] {
  return pairs.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
}
