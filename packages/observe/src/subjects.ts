import type { ObservedObject, TestFileObservation, UnpackedObservation } from '@quarry/core'
import { posix } from 'node:path'
import { stablePasses } from './stable-passes.ts'

/** A test file, and what it is about. */
export interface Subject {
  readonly path: string
  readonly folder: string
  /** Its stable passes. */
  readonly passes: number
  /**
   * Source objects that its own code calls, by id, without those that much of the suite runs; of these entry points what
   * they call stands for them.
   */
  readonly objects: ReadonlyMap<string, ObservedObject>
  /** The source module that most lines of these lie in; null when none has most. */
  readonly module: string | null
  /** At least half of the test files in its folder are about that module. */
  readonly inItsFolder: boolean
  /** The folder that most of these lines lie in, if it is a package inside another one; else null. */
  readonly subpackage: string | null
}

/** What more of the test files than this run says nothing about any of them. */
const muchOfTheSuite = 0.25

/** Every test file with a stable pass, and what it is about. Sorted by path. */
export function subjectsOf({
  objects,
  test_files: files,
}: Pick<UnpackedObservation, 'objects' | 'test_files'>): Subject[] {
  const passing = files.filter((file) => stablePasses(file.points).length > 0)
  const runners = countRunners(passing)
  const tells = (index: number) => (runners.get(index) ?? 0) <= Math.max(2, muchOfTheSuite * passing.length)
  const packages = new Set(objects.map(({ path }) => posix.dirname(path)))
  const subjects = passing
    .map((file) => {
      const telling = exercisedBy(file, tells).flatMap((index) => objects[index] ?? [])
      const folder = mostOf(telling, (object) => posix.dirname(object.path))
      return {
        path: file.path,
        folder: posix.dirname(file.path),
        passes: stablePasses(file.points).length,
        objects: new Map(telling.map((object) => [object.id, object])),
        module: mostOf(telling, (object) => object.path),
        subpackage: folder !== null && packages.has(posix.dirname(folder)) ? folder : null,
      }
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const folders = Map.groupBy(subjects, ({ folder }) => folder)
  return subjects.map((subject) => {
    const beside = folders.get(subject.folder) ?? []
    const alike = beside.filter(({ module }) => module !== null && module === subject.module)
    return { ...subject, inItsFolder: 2 * alike.length >= beside.length }
  })
}

function exercisedBy(file: TestFileObservation, tells: (index: number) => boolean): number[] {
  const entries = new Set(file.called_from_file.filter((index) => !tells(index)))
  const behind = file.calls.flatMap(([caller, callee]) => (entries.has(caller) ? [callee] : []))
  return [...new Set([...file.called_from_file, ...behind])].filter(tells)
}

/** In how many files each object runs while there are tests. */
function countRunners(files: readonly TestFileObservation[]): ReadonlyMap<number, number> {
  const runners = new Map<number, number>()
  for (const { points } of files) {
    const ran = new Set<number>()
    for (const { executed } of stablePasses(points)) for (const index of executed) ran.add(index)
    for (const index of ran) runners.set(index, (runners.get(index) ?? 0) + 1)
  }
  return runners
}

/** Lines of functions and methods; classes have no others that run when they are used. */
export function countLines(objects: Iterable<ObservedObject>): number {
  let lines = 0
  for (const { kind, line, end_line: end } of objects) if (kind !== 'class') lines += end - line + 1
  return lines
}

function mostOf(
  objects: readonly ObservedObject[],
  placeOf: (object: ObservedObject) => string,
): string | null {
  const places = Map.groupBy(objects, placeOf)
  return [...places].find(([, some]) => 2 * countLines(some) > countLines(objects))?.[0] ?? null
}
