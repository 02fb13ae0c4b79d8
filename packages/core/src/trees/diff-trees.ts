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

/** A file that differs, with its mode afterwards as git writes it: `000000` when it is gone. */
export interface ChangedFile {
  readonly path: string
  readonly mode: string
}

/** Files whose content or mode differs, sorted by path. */
export async function changedFiles(directory: string, from: TreeHash, to: TreeHash): Promise<ChangedFile[]> {
  const output = await git(directory, ['diff-tree', '-r', '-z', '--raw', '--no-renames', from, to])
  return [...output.toString('utf8').matchAll(/:\d{6} (\d{6}) \w+ \w+ \w\0([^\0]+)\0/g)].map(
    ([, mode, path]) => ({
      path: path ?? '',
      mode: mode ?? '',
    }),
  )
}
