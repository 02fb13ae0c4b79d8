import { join } from 'node:path'
import type { TreeHash } from '../artifacts/common.ts'
import type { ApplyResult } from '../contracts/tree-store.ts'
import { changedFiles } from './diff-trees.ts'
import { git, runGit } from './git.ts'
import { changesBeyondCounts, datalessBinary, isBlank, withFinalNewline } from './patch-text.ts'
import { withTemporaryDirectory } from './temporary-directory.ts'
import { treeOfIndex } from './write-tree.ts'

const submoduleMode = '160000'

type Attempt =
  | { readonly kind: 'applied'; readonly tree: TreeHash }
  | { readonly kind: 'malformed' | 'conflict'; readonly message: string }

/**
 * Applies a patch to a tree, whole or not at all: first as it is, then with the line counts of its hunks worked out anew.
 * Nothing but a missing final newline is mended. A patch that changes nothing is `empty`.
 */
export async function applyPatch(directory: string, tree: TreeHash, patch: Uint8Array): Promise<ApplyResult> {
  if (isBlank(patch)) return { kind: 'empty' }
  const whole = withFinalNewline(patch)
  const dataless = datalessBinary(whole)
  if (dataless !== null)
    return {
      kind: 'malformed',
      message: `binary change without its data (made without --binary): ${dataless}`,
    }
  // git would apply such a hunk as far as its counts go, and drop the rest without a word.
  const plain = changesBeyondCounts(whole) ? null : await attempt(directory, tree, whole, [])
  if (plain?.kind === 'applied') return outcome(directory, tree, plain.tree, 'plain')
  const recounted = await attempt(directory, tree, whole, ['--recount'])
  if (recounted.kind === 'applied') return outcome(directory, tree, recounted.tree, 'recount')
  return plain?.kind === 'conflict' ? plain : recounted
}

async function outcome(
  directory: string,
  before: TreeHash,
  after: TreeHash,
  how: 'plain' | 'recount',
): Promise<ApplyResult> {
  if (before === after) return { kind: 'empty' }
  const changed = await changedFiles(directory, before, after)
  const submodule = changed.find(({ mode }) => mode === submoduleMode)
  if (submodule !== undefined)
    return {
      kind: 'malformed',
      message: `${submodule.path} is a submodule, which a tree of files can't hold`,
    }
  return { kind: 'applied', tree: after, paths: changed.map(({ path }) => path), how }
}

/** git's exit status is 1 when a sound patch doesn't fit and 128 when it could not read the patch. */
async function attempt(
  directory: string,
  tree: TreeHash,
  patch: Uint8Array,
  options: readonly string[],
): Promise<Attempt> {
  return withTemporaryDirectory(async (temporary) => {
    const index = join(temporary, 'index')
    await git(directory, ['read-tree', tree], { index })
    const args = ['apply', '--cached', '--binary', '--whitespace=nowarn', ...options, '-']
    const { exitCode, stderr } = await runGit(directory, args, { index, input: patch })
    if (exitCode === 0) return { kind: 'applied', tree: await treeOfIndex(directory, index) }
    return { kind: exitCode === 1 ? 'conflict' : 'malformed', message: stderr }
  })
}
