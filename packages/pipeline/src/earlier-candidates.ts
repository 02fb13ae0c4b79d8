import type { Refs } from '@quarry/core'
import { type CandidateRecord, readRecords } from './ledger.ts'

/** What earlier runs recorded of a repository's candidates. */
export async function earlierCandidates(out: string, repository: string): Promise<CandidateRecord[]> {
  const records = await readRecords(out)
  return records.find((record) => record.repository === repository)?.candidates ?? []
}

/**
 * The records after a run. An instance goes when the run came to a verdict on its candidate, or when there is no such
 * candidate any more: neither trouble of the machine nor an interruption, nor having looked at others only, takes one
 * away. Anything else stays as long as the run did not look at it and observed the same.
 *
 * @param run what it observed, the ids of all candidates that this gave, and the records of those that it ended with
 */
export function afterRun(
  earlier: readonly CandidateRecord[],
  run: {
    readonly refs: Refs
    readonly known: ReadonlySet<string>
    readonly records: readonly CandidateRecord[]
  },
): CandidateRecord[] {
  const now = new Map(run.records.map((record) => [record.id, record]))
  const kept = earlier.filter(({ id, outcome, refs }) => {
    const again = now.get(id)
    if (outcome.kind === 'instance')
      return run.known.has(id) && (again === undefined || again.outcome.kind === 'failed')
    return again === undefined && refs.observe === run.refs.observe
  })
  const keptIds = new Set(kept.map(({ id }) => id))
  return [...kept, ...run.records.filter(({ id }) => !keptIds.has(id))].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  )
}

/**
 * The instances that stay when the repository as a whole is rejected: those mined from something else. That a newer
 * release has no tests, or that it cannot be installed for another Python, says nothing about them. But where code and
 * settings are the ones that they were mined from, it is their own proof that no longer holds.
 *
 * @param rejected what was rejected, as `minedFrom` names it
 */
export function afterRejection(earlier: readonly CandidateRecord[], rejected: string): CandidateRecord[] {
  return earlier.filter(({ outcome, mined_from }) => outcome.kind === 'instance' && mined_from !== rejected)
}
