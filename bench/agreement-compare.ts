import type { ObservedObject, Outcome, TestFileObservation } from '@quarry/core'
import type { predict } from '@quarry/isolate'

/** A test point that did not do what was predicted. */
export interface Disagreement {
  readonly id: string
  readonly predicted: 'fails' | 'passes'
  readonly observed: Outcome
  readonly why: string
}

export interface Agreement {
  readonly points: number
  /** Points predicted to fail, and those that failed. */
  readonly predicted: number
  readonly observed: number
  readonly agreeing: number
  readonly disagreements: readonly Disagreement[]
}

export interface Question {
  readonly prediction: ReturnType<typeof predict>
  /** By node id; a point without one is missing. */
  readonly outcomes: ReadonlyMap<string, Outcome>
  readonly files: readonly TestFileObservation[]
  readonly objects: readonly ObservedObject[]
  /** Indexes of what is hollow. */
  readonly gone: ReadonlySet<number>
  /** What pytest printed, for the reasons. */
  readonly log: string
}

/** Whether exactly those points fail that were predicted to. */
export function compare(question: Question): Agreement {
  const { prediction, outcomes } = question
  const observe = (id: string) => outcomes.get(id) ?? 'missing'
  const passing = prediction.f2p.filter((id) => observe(id) === 'passed')
  const failing = prediction.guard.filter((id) => observe(id) !== 'passed')
  const points = prediction.f2p.length + prediction.guard.length
  return {
    points,
    predicted: prediction.f2p.length,
    observed: prediction.f2p.length - passing.length + failing.length,
    agreeing: points - passing.length - failing.length,
    disagreements: [
      ...passing.map((id) => ({
        id,
        predicted: 'fails' as const,
        observed: observe(id),
        why: `ran ${hollowRunBy(id, question)}`,
      })),
      ...failing.map((id) => ({
        id,
        predicted: 'passes' as const,
        observed: observe(id),
        why: saidOf(id, question.log),
      })),
    ],
  }
}

const named = 3

/** The hollow objects that the point ran by the trace, or that its file ran while it was imported. */
function hollowRunBy(id: string, { files, objects, gone }: Question): string {
  const file = files.find(({ path }) => id.startsWith(`${path}::`))
  const executed = file?.points.find((point) => point.id === id)?.executed ?? []
  const names = (indexes: readonly number[]) =>
    indexes.filter((index) => gone.has(index)).map((index) => objects[index]?.id ?? '?')
  const own = names(executed)
  const shown = own.length > 0 ? own : names(file?.imported ?? [])
  const rest = shown.length > named ? ` and ${shown.length - named} more` : ''
  return `${shown.slice(0, named).join(', ')}${rest}${own.length > 0 ? '' : ' (on import)'}`
}

/** The line of pytest's summary on the point, else the last error in what it printed. */
function saidOf(id: string, log: string): string {
  const lines = log.split('\n')
  const summary = lines.find((line) => /^(FAILED|ERROR) /.test(line) && line.includes(id))
  return summary ?? lines.findLast((line) => line.startsWith('E  ')) ?? 'nothing in the log'
}
