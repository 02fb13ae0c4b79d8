import type { TreeEntry } from '../contracts/tree-store.ts'
import { mergeEntries } from './merge-entries.ts'
import { writeBlobs } from './write-blobs.ts'

/** The entries with files written or, where the change is null, removed. A written file keeps its mode, else 100644. */
export async function changeFiles(
  store: string,
  entries: readonly TreeEntry[],
  changes: ReadonlyMap<string, Uint8Array | null>,
): Promise<readonly TreeEntry[]> {
  const written = [...changes].flatMap(([path, bytes]) => (bytes === null ? [] : [{ path, bytes }]))
  const blobs = await writeBlobs(
    store,
    written.map(({ bytes }) => bytes),
  )
  const modes = new Map(entries.map(({ path, mode }) => [path, mode]))
  const upper = written.map(({ path }, index) => ({
    path,
    mode: modes.get(path) ?? ('100644' as const),
    blob: blobs[index] ?? '',
  }))
  return mergeEntries(
    entries.filter(({ path }) => !changes.has(path)),
    upper,
  )
}
