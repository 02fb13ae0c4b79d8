import type { ObservedObject, TestFileObservation } from '@quarry/core'
import { includeAll, includes, type NumberSet, numberSet } from './choice/number-set.ts'
import { type Owners, withOwners } from './owners.ts'

/** Indexes of the objects that a test file cannot do without. */
export interface Needs {
  has(index: number): boolean
  /** One bit an object: a large repository has thousands, and hundreds of test files. */
  readonly indexes: NumberSet
}

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
  if (file.incomplete.length === 0) return asNeeds(numberSet(objects.length, withOwners(seen, owners)))
  const modules = new Set([...file.loaded, ...[...seen].map((index) => objects[index]?.path)])
  const everything = [...objects.keys()].filter((index) => modules.has(objects[index]?.path))
  return asNeeds(numberSet(objects.length, withOwners(everything, owners)))
}

/** What any of several needs. */
export function allNeeds([first, ...more]: readonly Needs[]): Needs {
  if (first === undefined) return { has: () => false, indexes: new Uint32Array() }
  if (more.length === 0) return first
  const indexes = first.indexes.slice()
  for (const one of more) includeAll(indexes, one.indexes)
  return asNeeds(indexes)
}

function asNeeds(indexes: NumberSet): Needs {
  return { has: (index) => includes(indexes, index), indexes }
}

/** What any point of the file runs. */
export function executedIn(file: TestFileObservation): Set<number> {
  const ran = new Set<number>()
  for (const { executed } of file.points) for (const index of executed) ran.add(index)
  return ran
}
