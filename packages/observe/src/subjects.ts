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
  /** The source module that most of them lie in; null when none has most, or the file mostly calls what much of the suite calls. */
  readonly module: string | null
  /** The same of folders, and only a package inside another one. */
  readonly subpackage: string | null
}

/** What more of the test files than this call says nothing about any of them. */
const muchOfTheSuite = 0.25

/** Of what a file calls, the part that must tell something, or it is about nothing in particular. */
const enoughToTell = 0.5

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
      const clear = calls.length > 0 && calls.length >= enoughToTell * called.length
      const folder = clear ? mostOf(calls, (object) => posix.dirname(object.path)) : null
      return {
        path,
        folder: posix.dirname(path),
        passes: stablePasses(points).length,
        calls: new Map(calls.map((object) => [object.id, object])),
        module: clear ? mostOf(calls, (object) => object.path) : null,
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
  const places = Map.groupBy(calls, placeOf)
  return [...places].find(([, some]) => some.length > calls.length / 2)?.[0] ?? null
}
