import { addedLines, type CarvedPair } from '@quarry/carve'
import { openGitTreeStore } from '@quarry/core'

/**
 * What is wrong with the patch from the carved files to the originals; nothing, when it restores every byte and adds as
 * many lines as are counted.
 */
export async function notRestored(
  storePath: string,
  pairs: readonly CarvedPair[],
): Promise<readonly string[]> {
  const store = await openGitTreeStore(storePath)
  try {
    const tree = async (state: 'original' | 'carved') => {
      const blobs = await store.writeBlobs(pairs.map((pair) => pair[state]))
      const paths = pairs.map(({ module }) => module.path)
      return store.writeTree(blobs.map((blob, index) => ({ path: paths[index] ?? '', mode: '100644', blob })))
    }
    const [original, carved] = [await tree('original'), await tree('carved')]
    if (original === carved) return []
    const gold = await store.diff(carved, original)
    const result = await store.apply(carved, gold)
    if (result.kind !== 'applied' || result.tree !== original) return [`the patch is ${result.kind}`]
    const counted = addedLines(gold).flat().length
    const added = plusLines(gold)
    return counted === added ? [] : [`${counted} lines were counted, the patch adds ${added}`]
  } finally {
    await store.close()
  }
}

function plusLines(patch: Uint8Array): number {
  const lines = Buffer.from(patch).toString('latin1')
  return lines.match(/^\+(?!\+\+ (?:b\/|"b\/|\/dev))/gm)?.length ?? 0
}
