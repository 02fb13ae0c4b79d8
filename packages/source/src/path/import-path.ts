import { type TreeStore, UserError } from '@quarry/core'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { PinnedDirectory } from '../pinned-source.ts'
import { checkoutFiles, commitOfTree, isCheckout } from './checkout.ts'
import { plainPaths } from './plain-directory.ts'

/**
 * Takes a directory's content into the tree store. Of a git checkout these are the tracked files and others that are not
 * ignored, as they are on the disk; of any other directory everything but what tools leave behind.
 * @throws UserError `directory-not-found`, `directory-empty`, and what the tree store can't hold.
 */
export async function importPath(
  path: string,
  trees: TreeStore,
  signal: AbortSignal,
): Promise<PinnedDirectory> {
  const directory = resolve(path)
  const found = await stat(directory).catch(() => null)
  if (found === null || !found.isDirectory())
    throw new UserError(`there is no directory ${directory}; correct the path`, {
      code: 'directory-not-found',
    })
  const checkout = await isCheckout(directory, signal)
  const wanted = checkout ? await checkoutFiles(directory, signal) : await plainPaths(directory)
  if (wanted.length === 0)
    throw new UserError(`the directory ${directory} has no files to take in`, { code: 'directory-empty' })
  const selected = new Set(wanted.flatMap(withParents))
  const { tree, emptyDirectories } = await trees.importDirectory(directory, (child) => selected.has(child))
  return {
    kind: 'path',
    path: directory,
    tree,
    emptyDirectories: [...emptyDirectories],
    commit: checkout ? await commitOfTree(directory, tree, signal) : null,
  }
}

function withParents(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
