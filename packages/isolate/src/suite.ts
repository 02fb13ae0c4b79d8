import type { Observation, TestFileObservation } from '@quarry/core'
import { type Needs, needsOf } from './needs.ts'
import { enclosingClasses, type Owners, ownersOf } from './owners.ts'
import type { Source } from './source.ts'
import { stablePasses } from './stable-passes.ts'
import { unobservedTests } from './unobserved-tests.ts'

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
  /** Paths of test files that no trace tells about. */
  readonly unobserved: readonly string[]
}

/**
 * @param testFiles the candidate's own
 */
export function suiteFor(
  observation: Pick<Observation, 'objects' | 'test_files'>,
  testFiles: readonly string[],
  source: Source,
): Suite {
  const { objects, test_files: files } = observation
  const owners = ownersOf(objects, source.bases)
  const own = new Set(testFiles)
  return {
    objects,
    indexById: new Map(objects.map((object, index) => [object.id, index])),
    enclosing: enclosingClasses(objects),
    owners,
    needs: new Map(files.map((file) => [file.path, needsOf(file, objects, owners)])),
    f2pFiles: files.filter((file) => own.has(file.path)),
    otherFiles: files.filter((file) => !own.has(file.path) && stablePasses(file).length > 0),
    unobserved: unobservedTests(
      source,
      files.map((file) => file.path),
    ),
  }
}
