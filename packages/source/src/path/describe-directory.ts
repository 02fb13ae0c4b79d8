import type { TreeStore } from '@quarry/core'
import { type Fetched, refused, type Refused } from '../fetched.ts'
import { readHistory } from '../git/history.ts'
import type { PinnedDirectory } from '../pinned-source.ts'
import { isCheckout, missingSubmodules } from './checkout.ts'

/** What is known about a directory beside its content, which is in the tree store already. */
export async function describeDirectory(
  { path, tree, emptyDirectories, commit }: PinnedDirectory,
  trees: TreeStore,
  signal: AbortSignal,
): Promise<Fetched | Refused> {
  const missing = (await isCheckout(path, signal)) ? await missingSubmodules(path, signal) : []
  if (missing.length > 0)
    return refused(
      'has-submodules',
      `${missing.length} submodules have no content, first ${missing[0]}: run git submodule update --init --recursive`,
      { paths: missing },
    )
  const files = (await trees.list(tree)).map((entry) => entry.path)
  const history = commit === null ? null : await readHistory(path, commit, files, signal)
  return {
    kind: 'fetched',
    source: { kind: 'path', commit },
    tree,
    emptyDirectories,
    commitDate: history === null ? null : { at: history.commitDate, from: 'commit' },
    releaseDate: null,
    testFileDates: history?.testFileDates ?? {},
    version: history?.version ?? null,
    project: null,
    cloneUrl: null,
    measured: { path },
  }
}
