import { BugError, type Refs, type Rejection, type StageName, UserError } from '@quarry/core'
import { join } from 'node:path'
import type { ExplainedStep, Explanation } from './api.ts'
import { type CandidateRecord, readRecords, type RepositoryRecord } from './ledger.ts'
import { stageState } from './read-status.ts'
import { stageFacts } from './stage-facts.ts'
import type { Archive } from './archive.ts'
import { readInstances } from './write-instances.ts'
import { minedInstance } from './mined-instance.ts'

const repositoryStages = ['source', 'environment', 'observe'] as const
const candidateStages = ['candidate', 'detect', 'isolate', 'carve', 'validate', 'describe'] as const

/**
 * What became of a candidate, and why, with the facts of every stage on its way.
 *
 * @param id a candidate id, an instance id, or a repository's name
 * @throws UserError `nothing-to-explain` when no run has met such a thing
 */
export async function explain(archive: Archive, id: string): Promise<Explanation> {
  const records = await readRecords(archive.out)
  const repository = records.find((record) => record.repository === id)
  if (repository !== undefined) return explainRepository(archive, repository)
  const candidate = records.flatMap((record) => record.candidates).find((record) => isCalled(record, id))
  if (candidate !== undefined) return explainCandidate(archive, candidate)
  const owner = records.find((record) => id.startsWith(`${record.repository}:`))
  if (owner !== undefined)
    throw new UserError(
      `${owner.repository} has no candidate '${id}'; 'quarry explain ${owner.repository}' lists its ${owner.candidates.length}`,
      { code: 'nothing-to-explain' },
    )
  const known = records.map((record) => record.repository).join(', ')
  throw new UserError(
    `no run has met '${id}'; give a repository (${known === '' ? 'none mined yet' : known}), a candidate such as NAME:tests/test_x.py, or an instance id`,
    { code: 'nothing-to-explain' },
  )
}

function isCalled({ id, outcome }: CandidateRecord, wanted: string): boolean {
  return id === wanted || (outcome.kind === 'instance' && outcome.instance_id === wanted)
}

async function explainRepository(archive: Archive, record: RepositoryRecord): Promise<Explanation> {
  return {
    subject: record.repository,
    outcome: 'repository',
    steps: await steps(archive, repositoryStages, record.refs, record.rejection),
    rejection: record.rejection,
    instance: null,
    candidates: record.candidates.map((candidate) => ({
      candidate: candidate.id,
      outcome: outcomeOf(candidate),
      detail: detailOf(candidate),
    })),
  }
}

async function explainCandidate(archive: Archive, record: CandidateRecord): Promise<Explanation> {
  const { outcome, refs, id } = record
  const rejection = outcome.kind === 'rejected' ? outcome.rejection : null
  const stages = [...repositoryStages, ...candidateStages]
  const instances = await readInstances(archive, await readRecords(archive.out))
  const instance =
    outcome.kind === 'instance'
      ? instances.find((candidate) => candidate.instance_id === outcome.instance_id)
      : undefined
  return {
    subject: id,
    outcome: outcomeOf(record),
    steps: await steps(archive, stages, refs, rejection),
    rejection,
    instance: instance === undefined ? null : minedInstance(archive.out, instance),
    candidates: [],
  }
}

function steps(
  archive: Archive,
  stages: readonly StageName[],
  refs: Refs,
  rejection: Rejection | null,
): Promise<ExplainedStep[]> {
  return Promise.all(
    stages.map(async (stage) => {
      const key = refs[stage]
      return {
        stage,
        state: stageState({ refs, rejection }, stage),
        artifact: key === undefined ? null : join(archive.out, 'artifacts', stage, `${key}.json`),
        facts: key === undefined ? [] : await factsIfThere(archive, refs, stage),
      }
    }),
  )
}

/** A person may have deleted an artifact: the rest is still worth telling. */
async function factsIfThere(archive: Archive, refs: Refs, stage: StageName): Promise<string[]> {
  try {
    return await stageFacts(archive, refs, stage)
  } catch (error) {
    if (error instanceof BugError && error.code === 'ancestor-missing')
      return ['no longer in the store: mine again']
    throw error
  }
}

function outcomeOf({ outcome }: CandidateRecord): 'instance' | 'rejected' | 'undecided' {
  return outcome.kind === 'failed' ? 'undecided' : outcome.kind
}

function detailOf({ outcome }: CandidateRecord): string {
  switch (outcome.kind) {
    case 'instance':
      return outcome.instance_id
    case 'rejected':
      return `${outcome.rejection.code}: ${outcome.rejection.message}`
    case 'failed':
      return `${outcome.code}: ${outcome.message}`
  }
}
