import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TreeEntry } from '../contracts/tree-store.ts'
import { InfrastructureError, QuarryError } from '../errors/errors.ts'
import { forEachAtOnce } from './for-each-at-once.ts'
import type { ObjectReader } from './object-reader.ts'

/**
 * Writes files and links below an existing directory. What stands at one of the paths is replaced, never written through.
 * @throws InfrastructureError `tree-not-exported` when the system refuses.
 */
export async function exportEntries(
  entries: readonly TreeEntry[],
  objects: ObjectReader,
  directory: string,
): Promise<void> {
  try {
    const folders = [...new Set(entries.map((entry) => dirname(entry.path)))].toSorted()
    for (const folder of folders) await mkdir(join(directory, folder), { recursive: true })
    await forEachAtOnce(entries, async (entry) => {
      await replace(join(directory, entry.path), entry, await objects.read(entry.blob))
    })
  } catch (error) {
    if (error instanceof QuarryError) throw error
    throw new InfrastructureError(`cannot write a tree below ${directory}`, {
      code: 'tree-not-exported',
      cause: error,
    })
  }
}

async function replace(target: string, entry: TreeEntry, bytes: Buffer): Promise<void> {
  try {
    await create(target, entry, bytes)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    await rm(target)
    await create(target, entry, bytes)
  }
}

async function create(target: string, entry: TreeEntry, bytes: Buffer): Promise<void> {
  if (entry.mode === '120000') await symlink(bytes, target)
  else await writeFile(target, bytes, { flag: 'wx', mode: entry.mode === '100755' ? 0o755 : 0o644 })
}
