import type { FeatureCut, ObservedObject } from '@quarry/core'
import type { Needs } from './needs.ts'

/**
 * The test files that the start tree does not show: the F2P files, then by path every other one that needs something
 * that is gone. The chosen P2P files need nothing of it.
 *
 * @param gone indexes of the objects whose code is taken out
 */
export function hiddenTestFiles(
  objects: readonly ObservedObject[],
  f2pFiles: readonly string[],
  needs: ReadonlyMap<string, Needs>,
  gone: ReadonlySet<number>,
): FeatureCut['hidden_test_files'] {
  const own = new Set(f2pFiles)
  const others = [...needs]
    .filter(([path]) => !own.has(path))
    .flatMap(([path, needed]) => {
      const missing = [...gone].filter((index) => needed.has(index)).toSorted((a, b) => a - b)[0]
      return missing === undefined ? [] : [{ path, reason: `needs ${objects[missing]?.id}` }]
    })
  return [
    ...f2pFiles.toSorted().map((path) => ({ path, reason: 'F2P file' })),
    ...others.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  ]
}
