import type { TreeHash, TreeStore } from '@quarry/core'
import type { UnpackedFile } from './archive/assemble.ts'

/** Puts files into the tree store, byte for byte. */
export async function writeFiles(trees: TreeStore, files: readonly UnpackedFile[]): Promise<TreeHash> {
  const blobs = await trees.writeBlobs(files.map((file) => file.bytes))
  return trees.writeTree(files.map(({ path, mode }, index) => ({ path, mode, blob: blobs[index] ?? '' })))
}
