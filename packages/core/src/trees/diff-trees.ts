import type { TreeHash } from '../artifacts/common.ts'
import { git } from './git.ts'

/** Spelled out one by one: nothing about a patch may hang on somebody's configuration or on git's next default. */
const patchOptions = [
  '--binary',
  '--full-index',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--unified=3',
  '--inter-hunk-context=0',
  '--diff-algorithm=myers',
  '--src-prefix=a/',
  '--dst-prefix=b/',
]

/** The patch, byte for byte, that turns one tree into another. */
export async function diffTrees(directory: string, from: TreeHash, to: TreeHash): Promise<Buffer> {
  return git(directory, ['diff-tree', '-r', '-p', ...patchOptions, from, to])
}

/** Paths whose content or mode differs, sorted. */
export async function changedPaths(directory: string, from: TreeHash, to: TreeHash): Promise<string[]> {
  const output = await git(directory, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to])
  return output
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '')
}
