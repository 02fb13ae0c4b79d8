import { Instance, type TreeStore, UserError, writeFileAtomically } from '@quarry/core'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepositoryRecord } from './ledger.ts'
import type { Archive } from './archive.ts'

/** Folder of one released task. */
export function instanceDirectory(out: string, instanceId: string): string {
  return join(out, 'instances', instanceId)
}

/** Writes `out/instances/<id>/` (design, Artifacts): the instance, its statement and its patches. */
export async function writeInstance(out: string, instance: Instance, trees: TreeStore): Promise<string> {
  const directory = instanceDirectory(out, instance.instance_id)
  const { gold, removal, tests } = instance.patches
  await Promise.all([
    writeFileAtomically(join(directory, 'gold.patch'), await trees.readBlob(gold)),
    writeFileAtomically(join(directory, 'removal.patch'), await trees.readBlob(removal)),
    writeFileAtomically(join(directory, 'tests.patch'), await trees.readBlob(tests)),
    writeFileAtomically(join(directory, 'problem_statement.md'), instance.problem_statement),
  ])
  // Last, so that a folder with an instance.json is whole.
  await writeFileAtomically(join(directory, 'instance.json'), `${JSON.stringify(instance, null, 2)}\n`)
  return directory
}

/**
 * Writes the one `out/instances.jsonl` from what is recorded of every repository, and removes the folders of instances
 * that are no more: those whose artifact somebody has deleted included.
 */
export async function writeInstanceList(
  archive: Archive,
  records: readonly RepositoryRecord[],
): Promise<void> {
  const found = await Promise.all(instanceKeys(records).map(({ key }) => findInstance(archive, key)))
  const instances = found.filter((instance) => instance !== null).toSorted(byId)
  const lines = instances.map((instance) => `${JSON.stringify(instance)}\n`)
  await writeFileAtomically(join(archive.out, 'instances.jsonl'), lines.join(''))
  const current = new Set(instances.map((instance) => instance.instance_id))
  const folders = await readdir(join(archive.out, 'instances')).catch(() => [])
  const stale = folders.filter((folder) => !current.has(folder))
  await Promise.all(stale.map((folder) => rm(join(archive.out, 'instances', folder), { recursive: true })))
}

/**
 * Every recorded instance, by id.
 * @throws UserError `instance-gone` when somebody has deleted the artifact of one.
 */
export async function readInstances(
  archive: Archive,
  records: readonly RepositoryRecord[],
): Promise<Instance[]> {
  const instances = await Promise.all(
    instanceKeys(records).map(async ({ repository, key }) => {
      const instance = await findInstance(archive, key)
      if (instance !== null) return instance
      throw new UserError(
        `an instance of ${repository} is no longer in the store (artifacts/describe/${key}.json); mine ${repository} again`,
        { code: 'instance-gone' },
      )
    }),
  )
  return instances.toSorted(byId)
}

function instanceKeys(records: readonly RepositoryRecord[]) {
  return records.flatMap(({ repository, candidates }) =>
    candidates.flatMap(({ outcome }) =>
      outcome.kind === 'instance' ? [{ repository, key: outcome.key }] : [],
    ),
  )
}

async function findInstance(archive: Archive, key: string): Promise<Instance | null> {
  const stored = await archive.store.read('describe', key, Instance)
  return stored?.kind === 'produced' ? stored.artifact : null
}

function byId(a: Instance, b: Instance): number {
  return a.instance_id < b.instance_id ? -1 : 1
}
