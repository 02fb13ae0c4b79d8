import type { UnpackedObservation } from '@quarry/core'
import { countLines, type Subject, subjectsOf } from './subjects.ts'

/** Files of one candidate at most, and as a part of all: the others prove that nothing else broke. */
const mostFiles = 8
const mostOfSuite = 1 / 3

/** Objects that two files must call both, and the part of what the one calls that this must be. */
const fewestShared = 3
const shareOfSmaller = 0.5

/** How much more source a group must exercise than its largest file that could be a task alone. */
const gain = 1.25

/**
 * Groups of test files that exercise one feature (docs/cut.md). Every two of a group call largely the same objects, or lie
 * in one folder and are about the same module, or are both too small alone and about the same subpackage. No file is in
 * two groups. Sorted.
 *
 * @param enough stable passes that a task needs
 */
export function joinFiles(
  observation: Pick<UnpackedObservation, 'objects' | 'test_files'>,
  enough: number,
): string[][] {
  const subjects = subjectsOf(observation)
  return cluster(subjects, enough)
    .filter((group) => group.length > 1 && isWorthIt(group, enough))
    .map((group) => group.map(({ path }) => path).toSorted())
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
}

/** Joins the closest first, as long as all that come together are akin. */
function cluster(subjects: readonly Subject[], enough: number): readonly (readonly Subject[])[] {
  const pairs = subjects
    .flatMap((one, at) => subjects.slice(at + 1).map((other) => ({ one, other })))
    .flatMap(({ one, other }) => {
      const closeness = kinship(one, other, enough)
      return closeness === 0 ? [] : [{ one, other, closeness }]
    })
    .toSorted((a, b) => b.closeness - a.closeness)
  const most = Math.min(mostFiles, Math.floor(mostOfSuite * subjects.length))
  const groups = new Map(subjects.map((subject) => [subject, [subject]]))
  for (const { one, other } of pairs) {
    const [left = [one], right = [other]] = [groups.get(one), groups.get(other)]
    if (left === right || left.length + right.length > most) continue
    if (!left.every((a) => right.every((b) => kinship(a, b, enough) > 0))) continue
    const joined = [...left, ...right]
    for (const subject of joined) groups.set(subject, joined)
  }
  return [...new Set(groups.values())]
}

/** 0 for files of different features; else larger the more they have in common. */
function kinship(one: Subject, other: Subject, enough: number): number {
  const shared = [...one.objects.keys()].filter((id) => other.objects.has(id)).length
  const share = shared / Math.max(1, Math.min(one.objects.size, other.objects.size))
  if (shared >= fewestShared && share >= shareOfSmaller) return 1 + share
  if (one.folder !== other.folder) return 0
  const tooSmall = one.passes < enough && other.passes < enough
  const sameModule = one.module !== null && one.module === other.module
  if (sameModule && (tooSmall || shared > 0 || one.inItsFolder)) return 0.5 + share / 2
  const samePackage = one.subpackage !== null && one.subpackage === other.subpackage
  return tooSmall && samePackage ? Math.max(share / 2, Number.EPSILON) : 0
}

/** Enough to prove it by, and not the same as one of its files over again. */
function isWorthIt(group: readonly Subject[], enough: number): boolean {
  const passes = group.reduce((sum, { passes: some }) => sum + some, 0)
  if (passes < enough) return false
  const whole = linesOf(group)
  return group.every((file) => file.passes < enough || whole >= gain * linesOf([file]))
}

function linesOf(group: readonly Subject[]): number {
  return countLines(new Map(group.flatMap(({ objects }) => [...objects])).values())
}
