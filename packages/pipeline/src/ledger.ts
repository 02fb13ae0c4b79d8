import { InfrastructureError, Refs, Rejection, Sha256, writeFileAtomically } from '@quarry/core'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const CandidateRecord = z.strictObject({
  id: z.string(),
  test_files: z.array(z.string()),
  /** Keys of every artifact on the way. */
  refs: Refs,
  /** Names the code and the settings that it comes from; null in records of a Quarry that did not keep it. */
  mined_from: Sha256.nullable().default(null),
  outcome: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('instance'), instance_id: z.string(), key: z.string() }),
    z.strictObject({ kind: z.literal('rejected'), rejection: Rejection }),
    z.strictObject({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
  ]),
})
export type CandidateRecord = z.infer<typeof CandidateRecord>

/** What the last run made of a repository. Derived from the artifacts: it can be deleted, the next run writes it again. */
export const RepositoryRecord = z.strictObject({
  repository: z.string(),
  refs: Refs,
  /** Set when the repository itself was rejected. */
  rejection: Rejection.nullable(),
  candidates: z.array(CandidateRecord),
})
export type RepositoryRecord = z.infer<typeof RepositoryRecord>

export async function writeRecord(out: string, record: RepositoryRecord): Promise<void> {
  await writeFileAtomically(recordFile(out, record.repository), JSON.stringify(record, null, 1) + '\n')
}

/** Every repository that a run has touched, by name; a record that cannot be read is left out. */
export async function readRecords(out: string): Promise<RepositoryRecord[]> {
  const directory = join(out, 'repositories')
  const names = await readdir(directory).catch(() => [])
  const records = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readRecord(join(directory, name))),
  )
  return records
    .filter((record) => record !== null)
    .toSorted((a, b) => (a.repository < b.repository ? -1 : 1))
}

async function readRecord(file: string): Promise<RepositoryRecord | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new InfrastructureError(`cannot read ${file}`, { code: 'file-unreadable', cause: error })
  })
  try {
    const parsed = RepositoryRecord.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function recordFile(out: string, repository: string): string {
  return join(out, 'repositories', `${repository}.json`)
}
