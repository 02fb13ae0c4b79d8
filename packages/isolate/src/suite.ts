import type { Observation, TestFileObservation } from '@quarry/core'
import { type Needs, needsOf } from './needs.ts'
import { enclosingClasses, type Owners, ownersOf } from './owners.ts'
import { stablePasses } from './stable-passes.ts'

/** What was observed, seen from one candidate. */
export interface Suite {
  readonly objects: Observation['objects']
  readonly indexById: ReadonlyMap<string, number>
  /** The class around an object, by index. */
  readonly enclosing: ReadonlyMap<number, number>
  readonly owners: Owners
  /** By path of the test file. */
  readonly needs: ReadonlyMap<string, Needs>
  readonly f2pFiles: readonly TestFileObservation[]
  /** Every other test file with a stable pass. */
  readonly otherFiles: readonly TestFileObservation[]
}

/**
 * @param testFiles the candidate's own
 * @param bases for the id of a class, the ids of the repository classes that it derives from
 */
export function suiteFor(
  observation: Pick<Observation, 'objects' | 'test_files'>,
  testFiles: readonly string[],
  bases: ReadonlyMap<string, readonly string[]>,
): Suite {
  const { objects, test_files: files } = observation
  const owners = ownersOf(objects, bases)
  const own = new Set(testFiles)
  return {
    objects,
    indexById: new Map(objects.map((object, index) => [object.id, index])),
    enclosing: enclosingClasses(objects),
    owners,
    needs: new Map(files.map((file) => [file.path, needsOf(file, objects, owners)])),
    f2pFiles: files.filter((file) => own.has(file.path)),
    otherFiles: files.filter((file) => !own.has(file.path) && stablePasses(file).length > 0),
  }
}
