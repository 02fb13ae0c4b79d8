import type { UnpackedObservation, TestFileObservation } from '@quarry/core'
import { type ObservedSuite, observedSuite } from './observed-suite.ts'
import type { Source } from './source.ts'
import type { TestImports } from './test-imports.ts'

/** What was observed, seen from one candidate. */
export interface Suite extends ObservedSuite {
  readonly f2pFiles: readonly TestFileObservation[]
  /** Every other test file with a stable pass that does not load an F2P file. */
  readonly otherFiles: readonly TestFileObservation[]
  /** Paths of those that do. */
  readonly loadingF2p: readonly string[]
  readonly testCode: ReadonlySet<string>
  readonly loads: TestImports
}

/**
 * @param testFiles the candidate's own
 */
export function suiteFor(
  observation: Pick<UnpackedObservation, 'objects' | 'test_files'>,
  testFiles: readonly string[],
  source: Source,
): Suite {
  const { testCode, loads } = source
  const observed = observedSuite(observation, source)
  const own = new Set(testFiles)
  const others = observed.passing.filter((file) => !own.has(file.path))
  const loadsF2p = ({ path }: TestFileObservation) => testFiles.some((f2p) => loads(path).has(f2p))
  return {
    ...observed,
    f2pFiles: observation.test_files.filter((file) => own.has(file.path)),
    otherFiles: others.filter((file) => !loadsF2p(file)),
    loadingF2p: others.filter(loadsF2p).map((file) => file.path),
    testCode,
    loads,
  }
}
