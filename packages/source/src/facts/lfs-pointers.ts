import type { TreeHash, TreeStore } from '@quarry/core'

const start = Buffer.from('version https://git-lfs.github.com/spec/')
const largestPointer = 1024
const atOnce = 500

/** Files that only say where Git LFS keeps the content. */
export async function lfsPointers(trees: TreeStore, tree: TreeHash): Promise<string[]> {
  const entries = await trees.list(tree)
  const found: string[] = []
  for (let index = 0; index < entries.length; index += atOnce) {
    const some = entries.slice(index, index + atOnce)
    const contents = await trees.readBlobs(some.map(({ blob }) => blob))
    found.push(...some.filter((_, at) => isPointer(contents[at])).map(({ path }) => path))
  }
  return found
}

function isPointer(bytes: Uint8Array | undefined): boolean {
  if (bytes === undefined || bytes.length > largestPointer) return false
  return Buffer.from(bytes.subarray(0, start.length)).equals(start)
}
