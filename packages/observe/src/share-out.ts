import type { CollectedFile } from './collect-suite.ts'

/** Beyond these, a share's own costs (a process that imports pytest) are little against what its files take. */
const filesPerShare = 24

/** Divides the test files into about equally long shares: enough for every processor, in an order that repeats. */
export function shareOut(
  files: ReadonlyMap<string, Pick<CollectedFile, 'points'>>,
  processors: number,
): string[][] {
  const wanted = Math.max(processors, Math.ceil(files.size / filesPerShare))
  const shares = Array.from({ length: Math.min(wanted, files.size) }, () => ({
    points: 0,
    paths: [] as string[],
  }))
  const longestFirst = [...files].toSorted(
    ([a, one], [b, other]) => other.points.length - one.points.length || (a < b ? -1 : 1),
  )
  for (const [path, { points }] of longestFirst) {
    const least = shares.reduce((best, share) => (share.points < best.points ? share : best))
    least.points += points.length + 1
    least.paths.push(path)
  }
  return shares.map(({ paths }) => paths.toSorted())
}
