import {
  PipelineConfig,
  loadConfig,
  openGitTreeStore,
  Snapshot,
  type StageName,
  type TreeStore,
} from '@quarry/core'
import { join } from 'node:path'
import { type Archive, readRecords, type RepositoryRecord } from '@quarry/pipeline'
import { candidateFacts, type CandidateFacts, type Yardstick } from './panel-candidate.ts'
import { type History, readHistory, type WallTime } from './panel-history.ts'
import { mean, median, sum, tally } from './statistics.ts'

/** The panel's row of one repository, or of all. */
export interface PanelRow {
  readonly name: string
  readonly version: string | null
  readonly candidates: number
  /** Candidates with as many stable test points as a task needs, less those that are the same task as another. */
  readonly eligible: number
  readonly validated: number
  /** validated / eligible. */
  readonly yield: number
  /** `stage code` of every rejection, most frequent first. */
  readonly rejections: readonly (readonly [code: string, candidates: number])[]
  readonly median: Yardstick
  readonly mean: Yardstick
  /** Share of the carved candidates whose regression tests all passed after the first cut. */
  readonly firstCutGreen: Share
  /** Share of the instances' carved objects that are deleted outright. */
  readonly deleted: Share
  /** Eligible candidates whose code reaches the least number of lines at all, of those where something tells. */
  readonly reachesLines: Share
  readonly cutAndCarveMs: number
  readonly seconds: Readonly<Partial<Record<StageName, number | null>>>
  readonly wall: WallTime | null
}

export interface Share {
  readonly of: number
  readonly count: number
}

export interface PanelReport {
  readonly repositories: readonly PanelRow[]
  readonly total: PanelRow
  /** Repositories that were rejected as a whole, with the reason. */
  readonly rejected: readonly { readonly name: string; readonly reason: string }[]
}

/** What an out folder tells about the repositories asked for; nothing is run. */
export async function reportPanel(
  archive: Archive,
  directory: string,
  names: readonly string[],
): Promise<PanelReport> {
  const config = PipelineConfig.parse(await loadConfig(directory))
  const history = await readHistory(archive.out)
  const records = (await readRecords(archive.out)).filter(({ repository }) => names.includes(repository))
  const trees = await openGitTreeStore(join(archive.out, 'trees.git'))
  const read = await Promise.all(
    records
      .filter(({ rejection }) => rejection === null)
      .map(async (record) => ({ record, facts: await factsOf(archive, trees, record, history, config) })),
  )
  await trees.close()
  const repositories = await Promise.all(
    read.map(async ({ record, facts }) => ({
      ...rowOf(record.repository, facts, config.minF2pPoints),
      version: (await archive.store.ancestor(record.refs, 'source', Snapshot)).version,
      seconds: {
        environment: history.secondsOf('environment', record.repository),
        observe: history.secondsOf('observe', record.repository),
      },
      wall: history.wallTime(record.repository),
    })),
  )
  const all = read.flatMap(({ facts }) => facts)
  return {
    repositories,
    total: { ...rowOf('all', all, config.minF2pPoints), wall: totalTime(repositories) },
    rejected: records.flatMap(({ repository, rejection }) =>
      rejection === null ? [] : [{ name: repository, reason: `${rejection.code}: ${rejection.message}` }],
    ),
  }
}

/** One after the other: their artifacts are read one at a time. */
async function factsOf(
  archive: Archive,
  trees: TreeStore,
  { candidates }: RepositoryRecord,
  history: History,
  config: PipelineConfig,
): Promise<CandidateFacts[]> {
  const facts: CandidateFacts[] = []
  for (const candidate of candidates)
    facts.push(await candidateFacts(archive, trees, candidate, history, config))
  return facts
}

/** Several test files that give nothing which one of them does not give alone. */
const sameTask = 'isolate same-as-one-file'

/** The figures that follow from what became of the candidates. */
export function rowOf(name: string, facts: readonly CandidateFacts[], minPoints: number): PanelRow {
  const eligible = facts.filter(
    ({ stablePasses, rejection }) => stablePasses >= minPoints && rejection !== sameTask,
  )
  const yardsticks = facts.flatMap(({ yardstick }) => yardstick ?? [])
  const carved = facts.flatMap((candidate) => candidate.carved ?? [])
  const deleted = sum(carved.map((modes) => modes.deleted))
  return {
    name,
    version: null,
    candidates: facts.length,
    eligible: eligible.length,
    validated: yardsticks.length,
    yield: yardsticks.length / eligible.length,
    rejections: tally(facts.flatMap(({ rejection }) => rejection ?? [])),
    median: summarise(yardsticks, median),
    mean: summarise(yardsticks, mean),
    firstCutGreen: shareOf(facts.flatMap(({ firstCutGreen }) => firstCutGreen ?? [])),
    deleted: { count: deleted, of: deleted + sum(carved.map((modes) => modes.hollowed)) },
    reachesLines: shareOf(eligible.flatMap(({ reachesLines }) => reachesLines ?? [])),
    cutAndCarveMs: median(facts.flatMap(({ cutAndCarveMs }) => cutAndCarveMs ?? [])),
    seconds: {},
    wall: null,
  }
}

function summarise(all: readonly Yardstick[], by: (values: readonly number[]) => number): Yardstick {
  return {
    goldLines: by(all.map(({ goldLines }) => goldLines)),
    files: by(all.map(({ files }) => files)),
    functions: by(all.map(({ functions }) => functions)),
    f2pPoints: by(all.map(({ f2pPoints }) => f2pPoints)),
    testPoints: by(all.map(({ testPoints }) => testPoints)),
  }
}

function shareOf(answers: readonly boolean[]): Share {
  return { count: answers.filter(Boolean).length, of: answers.length }
}

function totalTime(rows: readonly PanelRow[]): WallTime {
  const times = rows.flatMap(({ wall }) => wall ?? [])
  return {
    seconds: sum(times.map(({ seconds }) => seconds)),
    stages: sum(times.map(({ stages }) => stages)),
    fromStore: sum(times.map(({ fromStore }) => fromStore)),
  }
}
