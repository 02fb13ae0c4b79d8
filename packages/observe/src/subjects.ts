import type { ObservedObject, TestFileObservation, UnpackedObservation } from '@quarry/core'
import { posix } from 'node:path'
import { stablePasses } from './stable-passes.ts'

/** A test file, and what it is about. */
export interface Subject {
  readonly path: string
  readonly folder: string
  /** Its stable passes. */
  readonly passes: number
  /** Source objects that its own code calls, by id, without those that much of the suite calls. */
  readonly calls: ReadonlyMap<string, ObservedObject>
  /** The source module that most of them lie in; null when they are too few to tell, or no module has most. */
  readonly module: string | null
  /** The same of folders, and only a package inside another one. */
  readonly subpackage: string | null
}

/** What more of the test files than this call says nothing about any of them. */
const muchOfTheSuite = 0.25

/** Calls that tell what a file is about. */
const enoughToTell = 3

/** Every test file with a stable pass, and what it is about. Sorted by path. */
export function subjectsOf({
  objects,
  test_files: files,
}: Pick<UnpackedObservation, 'objects' | 'test_files'>): Subject[] {
  const passing = files.filter((file) => stablePasses(file.points).length > 0)
  const callers = countCallers(passing)
  const tells = (index: number) => (callers.get(index) ?? 0) <= Math.max(2, muchOfTheSuite * passing.length)
  const folders = new Set(objects.map(({ path }) => posix.dirname(path)))
  return passing
    .map(({ path, points, called_from_file: called }): Subject => {
      const calls = called.filter(tells).flatMap((index) => objects[index] ?? [])
      const folder = mostOf(calls, (object) => posix.dirname(object.path))
      return {
        path,
        folder: posix.dirname(path),
        passes: stablePasses(points).length,
        calls: new Map(calls.map((object) => [object.id, object])),
        module: mostOf(calls, (object) => object.path),
        subpackage: folder !== null && folders.has(posix.dirname(folder)) ? folder : null,
      }
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function countCallers(files: readonly TestFileObservation[]): ReadonlyMap<number, number> {
  const callers = new Map<number, number>()
  for (const { called_from_file: called } of files)
    for (const index of called) callers.set(index, (callers.get(index) ?? 0) + 1)
  return callers
}

function mostOf(
  calls: readonly ObservedObject[],
  placeOf: (object: ObservedObject) => string,
): string | null {
  if (calls.length < enoughToTell) return null
  const places = Map.groupBy(calls, placeOf)
  return [...places].find(([, some]) => some.length > calls.length / 2)?.[0] ?? null
}
