import { redactUrl, type TreeStore, UserError } from '@quarry/core'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fetched, refused, type Refused } from '../fetched.ts'
import type { PinnedCommit } from '../pinned-source.ts'
import { writeFiles } from '../write-files.ts'
import { checkGitUrl, withoutLogin } from './check-url.ts'
import { readHistory } from './history.ts'
import { listCommit, readBlobs } from './read-commit.ts'
import { tryReadGit } from './read-git.ts'
import { reachRemote, remoteGit } from './remote-git.ts'

/**
 * Clones a repository with its whole history, puts the files of one commit into the tree store and reads dates and version
 * from the history. The clone is gone afterwards.
 * @throws UserError `git-commit-not-found` and what reaching the repository throws.
 */
export async function fetchCommit(
  pinned: PinnedCommit,
  trees: TreeStore,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Fetched | Refused> {
  const directory = await mkdtemp(join(tmpdir(), `quarry-clone-${process.pid}-`))
  try {
    const clone = join(directory, 'repository.git')
    await cloneWithCommit(pinned, directory, clone, environment, signal)
    return await readPinned(pinned, clone, trees, signal)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function cloneWithCommit(
  { url, ref, commit }: PinnedCommit,
  directory: string,
  clone: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  const checked = checkGitUrl(url)
  await reachRemote(url, signal, async () => {
    await rm(clone, { recursive: true, force: true })
    await remoteGit(directory, environment, signal).clone(checked, clone, ['--bare'])
  })
  const isThere = () => tryReadGit(clone, ['cat-file', '-e', `${commit}^{commit}`], { signal })
  if ((await isThere()) !== null) return
  // No branch or tag leads to it: a server may still hand it out by its name, or by the ref it was found under.
  const git = remoteGit(clone, environment, signal)
  for (const wanted of [commit, ref]) {
    await git.fetch([checked, wanted]).catch(() => signal.throwIfAborted())
    if ((await isThere()) !== null) return
  }
  throw new UserError(`${redactUrl(url)} has no commit ${commit}; give another ref`, {
    code: 'git-commit-not-found',
  })
}

async function readPinned(
  { url, ref, commit }: PinnedCommit,
  clone: string,
  trees: TreeStore,
  signal: AbortSignal,
): Promise<Fetched | Refused> {
  const { files, submodules, unreadable } = await listCommit(clone, commit, signal)
  if (submodules.length > 0)
    return refused(
      'has-submodules',
      `the commit has ${submodules.length} submodules, first ${submodules[0]}: ` +
        'clone it with --recurse-submodules and use path(directory)',
      { paths: [...submodules] },
    )
  if (unreadable.length > 0)
    return refused(
      'file-name-not-utf8',
      `${unreadable.length} file names are not UTF-8, first ${unreadable[0]}: there is no way to use this commit`,
      { paths: [...unreadable] },
    )
  const contents = await readBlobs(
    clone,
    files.map(({ blob }) => blob),
    signal,
  )
  const history = await readHistory(
    clone,
    commit,
    files.map(({ path }) => path),
    signal,
  )
  return {
    kind: 'fetched',
    source: { kind: 'git', url: withoutLogin(url), ref, commit },
    tree: await writeFiles(
      trees,
      files.map(({ path, mode }, index) => ({ path, mode, bytes: contents[index] ?? Buffer.alloc(0) })),
    ),
    emptyDirectories: [],
    commitDate: { at: history.commitDate, from: 'commit' },
    releaseDate: null,
    testFileDates: history.testFileDates,
    version: history.version,
    project: null,
    cloneUrl: withoutLogin(url),
    measured: {},
  }
}
