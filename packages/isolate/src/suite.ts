import type { Observation, TestFileObservation } from '@quarry/core'
import { type Needs, needsOf } from './needs.ts'
import { enclosingClasses, type Owners, ownersOf } from './owners.ts'
import type { Source } from './source.ts'
import { stablePasses } from './stable-passes.ts'
import type { TestImports } from './test-imports.ts'
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
  /** The same, with what the test files that it loads need: where they are hidden, it is broken. */
  readonly needsWithImports: ReadonlyMap<string, Needs>
  readonly f2pFiles: readonly TestFileObservation[]
  /** Every other test file with a stable pass that does not load an F2P file. */
  readonly otherFiles: readonly TestFileObservation[]
  /** Paths of those that do. */
  readonly loadingF2p: readonly string[]
  readonly testCode: ReadonlySet<string>
  readonly loads: TestImports
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
  const { testCode, loads } = source
  const owners = ownersOf(objects, source.bases)
  const needs = new Map(files.map((file) => [file.path, needsOf(file, objects, owners)]))
  const own = new Set(testFiles)
  const others = files.filter((file) => !own.has(file.path) && stablePasses(file).length > 0)
  const loadsF2p = ({ path }: TestFileObservation) => testFiles.some((f2p) => loads(path).has(f2p))
  return {
    objects,
    indexById: new Map(objects.map((object, index) => [object.id, index])),
    enclosing: enclosingClasses(objects),
    owners,
    needs,
    needsWithImports: new Map(
      files.map(({ path }) => [path, unionOf([path, ...loads(path)].map((one) => needs.get(one)))]),
    ),
    f2pFiles: files.filter((file) => own.has(file.path)),
    otherFiles: others.filter((file) => !loadsF2p(file)),
    loadingF2p: others.filter(loadsF2p).map((file) => file.path),
    testCode,
    loads,
    unobserved: unobservedTests(
      testCode,
      loads,
      files.map((file) => file.path),
    ),
  }
}

function unionOf(sets: readonly (Needs | undefined)[]): Needs {
  return new Set(sets.flatMap((set) => [...(set ?? [])]))
}
