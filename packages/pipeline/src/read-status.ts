import type { Instance, Rejection, StageName } from '@quarry/core'
import type { RepositoryStatus, StageState, StatusReport } from './api.ts'
import { readRecords, type RepositoryRecord } from './ledger.ts'
import { minedInstance } from './mined-instance.ts'
import type { Archive } from './archive.ts'
import { readInstances } from './write-instances.ts'

const repositoryStages = ['source', 'environment', 'observe'] as const

/** Where every repository stands, from what the last runs recorded. */
export async function readStatus(archive: Archive): Promise<StatusReport> {
  const records = await readRecords(archive.out)
  const instances = await readInstances(archive, records)
  return {
    out: archive.out,
    repositories: records.map((record) =>
      repositoryStatus(
        record,
        instances.filter((instance) => instance.repository === record.repository),
        archive.out,
      ),
    ),
  }
}

function repositoryStatus(
  record: RepositoryRecord,
  instances: readonly Instance[],
  out: string,
): RepositoryStatus {
  const rejections = record.candidates.flatMap(({ outcome }) =>
    outcome.kind === 'rejected' ? [outcome.rejection] : [],
  )
  return {
    name: record.repository,
    stages: repositoryStages.map((stage) => ({ stage, state: stageState(record, stage) })),
    rejection: record.rejection,
    candidates: record.candidates.length,
    rejections: countByCode(rejections),
    undecided: record.candidates.filter(({ outcome }) => outcome.kind === 'failed').length,
    instances: instances.map((instance) => minedInstance(out, instance)),
  }
}

/** What became of a stage, by the keys that a record holds. */
export function stageState(
  record: { readonly refs: RepositoryRecord['refs']; readonly rejection: Rejection | null },
  stage: StageName,
): StageState {
  if (record.refs[stage] !== undefined) return 'produced'
  return record.rejection?.stage === stage ? 'rejected' : 'not-reached'
}

function countByCode(rejections: readonly Rejection[]): RepositoryStatus['rejections'] {
  const groups = Map.groupBy(rejections, ({ stage, code }) => `${stage} ${code}`)
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      return first === undefined ? [] : [{ stage: first.stage, code: first.code, candidates: group.length }]
    })
    .toSorted((a, b) => b.candidates - a.candidates || (a.code < b.code ? -1 : 1))
}
