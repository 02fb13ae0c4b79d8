import { join } from 'node:path'
import type { TreeHash } from '../artifacts/common.ts'
import type { TreeEntry } from '../contracts/tree-store.ts'
import { checkEntries } from './check-path.ts'
import { git } from './git.ts'
import { withTemporaryDirectory } from './temporary-directory.ts'

/** Makes a tree of the entries through an index of its own, which costs two processes however deep the tree is. */
export async function writeTree(directory: string, entries: readonly TreeEntry[]): Promise<TreeHash> {
  checkEntries(entries)
  return withTemporaryDirectory(async (temporary) => {
    const index = join(temporary, 'index')
    const input = entries.map(({ mode, blob, path }) => `${mode} ${blob}\t${path}\0`).join('')
    await git(directory, ['update-index', '-z', '--index-info'], { index, input })
    return treeOfIndex(directory, index)
  })
}

/** Writes the tree that an index stands for. */
export async function treeOfIndex(directory: string, index: string): Promise<TreeHash> {
  return (await git(directory, ['write-tree'], { index })).toString('latin1').trim()
}
