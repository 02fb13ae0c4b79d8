import { matchesGlob } from 'node:path'
import type { TreeHash, TreeStore } from '@quarry/core'

/**
 * The test files that the repository's definition names. Null for all that pytest collects, also where nothing matches:
 * that is for the observation to say.
 */
export async function chosenFiles(
  trees: TreeStore,
  tree: TreeHash,
  globs: readonly string[] | null,
): Promise<string[] | null> {
  if (globs === null) return null
  const paths = (await trees.list(tree)).map((entry) => entry.path)
  const chosen = paths.filter((path) => globs.some((glob) => matchesGlob(path, glob)))
  return chosen.length === 0 ? null : chosen
}
