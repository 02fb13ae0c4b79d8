import type { UnpackedObservation, TestFileObservation } from '@quarry/core'
import { allNeeds, type Needs, needsOf } from './needs.ts'
import { enclosingClasses, type Owners, ownersOf } from './owners.ts'
import { type ObservedCalls, observedCalls } from './observed-calls.ts'
import type { Source } from './source.ts'
import { stablePasses } from './stable-passes.ts'
import { unobservedTests } from './unobserved-tests.ts'

type Observed = Pick<UnpackedObservation, 'objects' | 'test_files'>

/** What was observed of a repository, in the terms of a cut. The same for all its candidates. */
export interface ObservedSuite {
  readonly objects: UnpackedObservation['objects']
  readonly indexById: ReadonlyMap<string, number>
  /** The class around an object, by index. */
  readonly enclosing: ReadonlyMap<number, number>
  readonly owners: Owners
  /** By path of the test file. */
  readonly needs: ReadonlyMap<string, Needs>
  /** The same, with what the test files that it loads need: where they are hidden, it is broken. */
  readonly needsWithImports: ReadonlyMap<string, Needs>
  /** By path of the test file, how many of its stable passes run something in each module. */
  readonly passesByModule: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Test files with a stable pass. */
  readonly passing: readonly TestFileObservation[]
  /** Who called whom in all test files together. */
  readonly observed: ObservedCalls
  /** Paths of test files that no trace tells about. */
  readonly unobserved: readonly string[]
}

const known = new WeakMap<Source, WeakMap<Observed, ObservedSuite>>()

/** Prepared once for each pair: every candidate of a repository asks for the same. */
export function observedSuite(observation: Observed, source: Source): ObservedSuite {
  const ofSource = known.get(source) ?? new WeakMap<Observed, ObservedSuite>()
  known.set(source, ofSource)
  const suite = ofSource.get(observation) ?? prepare(observation, source)
  ofSource.set(observation, suite)
  return suite
}

function prepare({ objects, test_files: files }: Observed, source: Source): ObservedSuite {
  const { testCode, loads } = source
  const owners = ownersOf(objects, source.bases)
  const needs = new Map(files.map((file) => [file.path, needsOf(file, objects, owners)]))
  const paths = files.map((file) => file.path)
  return {
    objects,
    indexById: new Map(objects.map((object, index) => [object.id, index])),
    enclosing: enclosingClasses(objects),
    owners,
    needs,
    needsWithImports: new Map(
      paths.map((path) => [path, allNeeds([path, ...loads(path)].flatMap((one) => needs.get(one) ?? []))]),
    ),
    passesByModule: new Map(files.map((file) => [file.path, countByModule(file, objects)])),
    observed: observedCalls({ objects, test_files: files }),
    passing: files.filter((file) => stablePasses(file).length > 0),
    unobserved: unobservedTests(testCode, loads, paths),
  }
}

function countByModule(file: TestFileObservation, objects: Observed['objects']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  // Many points run the same; then they share one array.
  for (const [executed, points] of Map.groupBy(stablePasses(file), (point) => point.executed)) {
    const modules = new Set(executed.flatMap((index) => objects[index]?.path ?? []))
    for (const module of modules) counts.set(module, (counts.get(module) ?? 0) + points.length)
  }
  return counts
}
