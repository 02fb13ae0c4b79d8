import type { TreeHash } from '../artifacts/common.ts'
import type { FileMode, TreeEntry } from '../contracts/tree-store.ts'
import { BugError } from '../errors/errors.ts'
import { runGit } from './git.ts'

/** Every file below the tree. git lists whole paths in byte order. */
export async function listTree(directory: string, tree: TreeHash): Promise<readonly TreeEntry[]> {
  const { exitCode, stdout, stderr } = await runGit(directory, ['ls-tree', '-r', '-z', '--full-tree', tree])
  if (exitCode !== 0)
    throw new BugError(`no tree ${tree} in the tree store: ${stderr}`, { code: 'object-missing' })
  return stdout
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map(parseLine)
}

function parseLine(line: string): TreeEntry {
  const [, mode, blob, path] = /^(\d{6}) blob ([0-9a-f]{40})\t([^]+)$/.exec(line) ?? []
  if (mode === undefined || blob === undefined || path === undefined || !isFileMode(mode))
    throw new BugError(`not an entry of a tree of files: ${JSON.stringify(line)}`, {
      code: 'tree-entry-unknown',
    })
  return { path, mode, blob }
}

function isFileMode(mode: string): mode is FileMode {
  return mode === '100644' || mode === '100755' || mode === '120000'
}
