import type { ObservedObject, TestFileObservation } from '@quarry/core'
import { type Owners, withOwners } from './owners.ts'

/** Indexes of the objects that a test file cannot do without. */
export type Needs = ReadonlySet<number>

/**
 * What a test file runs while it is imported, between its tests and in any of its points, stable or not, and the
 * classes around all that. A file whose trace may have lost calls needs every object of every module that it loads.
 */
export function needsOf(
  file: TestFileObservation,
  objects: readonly ObservedObject[],
  owners: Owners,
): Needs {
  const seen = executedIn(file)
  for (const index of [...file.imported, ...file.between]) seen.add(index)
  if (file.incomplete.length === 0) return withOwners(seen, owners)
  const modules = new Set([...file.loaded, ...[...seen].map((index) => objects[index]?.path)])
  const everything = [...objects.keys()].filter((index) => modules.has(objects[index]?.path))
  return withOwners(everything, owners)
}

/** What any point of the file runs. */
export function executedIn(file: TestFileObservation): Set<number> {
  const ran = new Set<number>()
  for (const { executed } of file.points) for (const index of executed) ran.add(index)
  return ran
}
