import { BugError, type FileMode } from '@quarry/core'
import { readGit, splitNul } from './read-git.ts'

interface CommitEntry {
  readonly path: string
  readonly mode: FileMode
  readonly blob: string
}

export interface CommitListing {
  readonly files: readonly CommitEntry[]
  /** Paths of submodules, whose content is elsewhere. */
  readonly submodules: readonly string[]
  /** Names that are not UTF-8, as far as they can be shown. */
  readonly unreadable: readonly string[]
}

/** Lists a commit's files straight from its tree: no attribute, filter or export rule plays a part. */
export async function listCommit(
  repository: string,
  commit: string,
  signal: AbortSignal,
): Promise<CommitListing> {
  const output = await readGit(repository, ['ls-tree', '-r', '-z', '--full-tree', commit], { signal })
  const files: CommitEntry[] = []
  const submodules: string[] = []
  const unreadable: string[] = []
  for (const line of splitNul(output)) {
    const [, mode, blob, path] = /^(\d{6}) \w+ ([0-9a-f]+)\t([^]+)$/.exec(line) ?? []
    if (mode === undefined || blob === undefined || path === undefined)
      throw new BugError(`git ls-tree printed ${JSON.stringify(line)}`, { code: 'tree-entry-unknown' })
    if (path.includes('\uFFFD')) unreadable.push(path)
    else if (mode === '160000') submodules.push(path)
    else files.push({ path, mode: fileMode(mode), blob })
  }
  return { files, submodules, unreadable }
}

/** Old repositories have modes such as 100664, which git itself takes for 100644. */
function fileMode(mode: string): FileMode {
  if (mode === '120000') return '120000'
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? '100644' : '100755'
}

/** The bytes of blobs, in order. */
export async function readBlobs(
  repository: string,
  blobs: readonly string[],
  signal: AbortSignal,
): Promise<Buffer[]> {
  const input = blobs.map((blob) => `${blob}\n`).join('')
  const output = await readGit(repository, ['cat-file', '--batch'], { input, signal })
  let at = 0
  return blobs.map((blob) => {
    const lineEnd = output.indexOf('\n', at)
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString('latin1', at, lineEnd))?.[1]
    if (size === undefined) throw new BugError(`git cat-file has no blob ${blob}`, { code: 'object-missing' })
    const start = lineEnd + 1
    at = start + Number(size) + 1
    return output.subarray(start, at - 1)
  })
}
