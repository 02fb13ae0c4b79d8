import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Rejection, StageName } from '@quarry/core'
import { z } from 'zod'

/** The end of one stage, as a run's event log has it. */
const StageEnd = z.object({
  type: z.literal('stage-finished'),
  stage: StageName,
  subject: z.string(),
  cached: z.boolean(),
  durationMs: z.number(),
  rejection: Rejection.nullable(),
})
export type StageEnd = z.infer<typeof StageEnd>

const Summary = z.object({
  repositories: z.array(
    z.object({ name: z.string(), stages: z.number(), cached_stages: z.number(), duration_ms: z.number() }),
  ),
})
type Summary = z.infer<typeof Summary>

/** How long a repository took in the run that had most to do: later ones take from the store what it made. */
export interface WallTime {
  readonly seconds: number
  readonly stages: number
  /** Of these, how many an earlier run had done: where it is not 0, the time is not the whole. */
  readonly fromStore: number
}

/** What the event logs and summaries of an out folder tell beyond its artifacts. */
export interface History {
  /** Ends of the stages of a repository or a candidate in the last run that worked on it, in order. */
  ends(subject: string): readonly StageEnd[]
  /** Seconds that a stage took when it was last really run; null when no log tells. */
  secondsOf(stage: StageName, subject: string): number | null
  wallTime(repository: string): WallTime | null
}

export async function readHistory(out: string): Promise<History> {
  const top = join(out, 'runs')
  const found: string[] = await readdir(top).catch(() => [])
  const runs = found.toSorted()
  const lastEnds = new Map<string, readonly StageEnd[]>()
  const computed = new Map<string, number>()
  const times = new Map<string, WallTime>()
  for (const run of runs) {
    const ends = await readEnds(join(top, run, 'events.jsonl'))
    for (const [subject, own] of Map.groupBy(ends, (end) => end.subject)) lastEnds.set(subject, own)
    for (const end of ends)
      if (!end.cached) computed.set(`${end.stage} ${end.subject}`, end.durationMs / 1000)
    const summary = await readSummary(join(top, run, 'summary.json'))
    for (const repository of summary?.repositories ?? []) {
      const time = timeOf(repository)
      const known = times.get(repository.name)
      if (known === undefined || work(time) >= work(known)) times.set(repository.name, time)
    }
  }
  return {
    ends: (subject) => lastEnds.get(subject) ?? [],
    secondsOf: (stage, subject) => computed.get(`${stage} ${subject}`) ?? null,
    wallTime: (repository) => times.get(repository) ?? null,
  }
}

async function readEnds(file: string): Promise<StageEnd[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const parsed = StageEnd.safeParse(parseJson(line))
    return parsed.success ? [parsed.data] : []
  })
}

async function readSummary(file: string): Promise<Summary | null> {
  const parsed = Summary.safeParse(parseJson(await readFile(file, 'utf8').catch(() => '')))
  return parsed.success ? parsed.data : null
}

/** The last line of a log may be cut off where its run was killed. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function timeOf(repository: Summary['repositories'][number]): WallTime {
  const { duration_ms, stages, cached_stages } = repository
  return { seconds: duration_ms / 1000, stages, fromStore: cached_stages }
}

function work({ stages, fromStore }: WallTime): number {
  return stages - fromStore
}
