import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { BugError, type TreeEntry, type TreeHash, type TreeStore } from '@quarry/core'
import { extract } from 'tar-stream'

/** Takes the files and links of a tar stream into the tree store. */
export async function importArchive(trees: TreeStore, archive: AsyncIterable<Uint8Array>): Promise<TreeHash> {
  const extracted = extract()
  Readable.from(archive)
    .on('error', (error) => extracted.destroy(error))
    .pipe(extracted)
  const found: { path: string; mode: TreeEntry['mode'] }[] = []
  const contents: Uint8Array[] = []
  for await (const entry of extracted) {
    const { name, type, linkname, mode } = entry.header
    const bytes = await buffer(entry)
    if (type === 'symlink') {
      found.push({ path: name, mode: '120000' })
      contents.push(Buffer.from(linkname ?? ''))
    } else if (type === 'file') {
      found.push({ path: name, mode: (mode & 0o100) === 0 ? '100644' : '100755' })
      contents.push(bytes)
    } else if (type !== 'directory') {
      throw new BugError(`The agent packed ${name} as a ${type}.`, { code: 'unexpected-entry' })
    }
  }
  const blobs = await trees.writeBlobs(contents)
  return trees.writeTree(
    found.flatMap((entry, index) => {
      const blob = blobs[index]
      return blob === undefined ? [] : [{ ...entry, blob }]
    }),
  )
}
