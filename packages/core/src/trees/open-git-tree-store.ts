import { resolve } from 'node:path'
import type { TreeHash } from '../artifacts/common.ts'
import type { TreeStore } from '../contracts/tree-store.ts'
import { applyPatch } from './apply-patch.ts'
import { changeFiles } from './change-files.ts'
import { createRepository } from './create-repository.ts'
import { diffTrees } from './diff-trees.ts'
import { exportEntries } from './export-tree.ts'
import { git, runGit } from './git.ts'
import { importEntries } from './import-directory.ts'
import { listTree } from './list-tree.ts'
import { mergeEntries } from './merge-entries.ts'
import { openObjectReader } from './object-reader.ts'
import { recent } from './recent.ts'
import { refName } from './ref-name.ts'
import { writeBlob, writeBlobs } from './write-blobs.ts'
import { writeTree } from './write-tree.ts'

const listingsKept = 32

/**
 * Opens the bare git repository that holds every tree, and makes it if need be. Safe to use at the same time from several
 * tasks and processes.
 * @throws UserError `git-missing`.
 */
export async function openGitTreeStore(directory: string): Promise<TreeStore> {
  const store = resolve(directory)
  await createRepository(store)
  const objects = openObjectReader(store)
  const list = recent(listingsKept, (tree: TreeHash) => listTree(store, tree))

  return {
    writeBlob: (bytes) => writeBlob(store, bytes),
    writeBlobs: (contents) => writeBlobs(store, contents),
    readBlob: (blob) => objects.read(blob),
    readBlobs: (blobs) => Promise.all(blobs.map((blob) => objects.read(blob))),
    writeTree: (entries) => writeTree(store, entries),
    list,
    async readFile(tree, path) {
      const entry = (await list(tree)).find((candidate) => candidate.path === path)
      return entry === undefined ? null : objects.read(entry.blob)
    },
    async withFiles(tree, changes) {
      return writeTree(store, await changeFiles(store, await list(tree), changes))
    },
    async overlay(lower, upper) {
      return writeTree(store, mergeEntries(await list(lower), await list(upper)))
    },
    async importDirectory(from, select = () => true) {
      const { entries, emptyDirectories } = await importEntries(store, resolve(from), select)
      return { tree: await writeTree(store, entries), emptyDirectories }
    },
    exportTo: async (tree, to) => exportEntries(await list(tree), objects, to),
    diff: (from, to) => diffTrees(store, from, to),
    apply: (tree, patch) => applyPatch(store, tree, patch),
    async keep(named) {
      const lines = Object.entries(named).map(([name, object]) => `update ${refName(name)} ${object}\n`)
      await git(store, ['update-ref', '--stdin'], { input: lines.join('') })
    },
    async kept(name) {
      const found = await runGit(store, ['rev-parse', '--verify', '--quiet', refName(name)])
      return found.exitCode === 0 ? found.stdout.toString('ascii').trim() : null
    },
    close: () => objects.close(),
  }
}
