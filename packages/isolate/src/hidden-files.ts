import type { FeatureCut } from '@quarry/core'
import type { Suite } from './suite.ts'

/**
 * The test files that the start tree does not show: the F2P files, then by path every other one that needs something
 * that is gone, or of which nobody knows what it needs, and all test code that imports one of these: it could not even be
 * collected without. The chosen P2P files need nothing of it, and import none of them.
 *
 * @param gone indexes of the objects whose code is taken out
 */
export function hiddenTestFiles(
  { objects, f2pFiles, needs, unobserved, testCode, loads }: Suite,
  gone: ReadonlySet<number>,
): FeatureCut['hidden_test_files'] {
  const own = f2pFiles.map((file) => file.path).toSorted()
  const broken = [...needs]
    .filter(([path]) => !own.includes(path))
    .flatMap(([path, needed]) => {
      const missing = [...gone].filter((index) => needed.has(index)).toSorted((a, b) => a - b)[0]
      return missing === undefined ? [] : [{ path, reason: `needs ${objects[missing]?.id}` }]
    })
  const unknown = unobserved.map((path) => ({ path, reason: 'was not observed, so it may need anything' }))
  const hidden = new Set([...own, ...[...broken, ...unknown].map(({ path }) => path)])
  const importing = [...testCode]
    .filter((path) => !hidden.has(path))
    .flatMap((path) => {
      const [first] = [...loads(path)].filter((loaded) => hidden.has(loaded)).toSorted()
      return first === undefined ? [] : [{ path, reason: `imports ${first}, which is hidden` }]
    })
  return [
    ...own.map((path) => ({ path, reason: 'F2P file' })),
    ...[...broken, ...unknown, ...importing].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  ]
}
