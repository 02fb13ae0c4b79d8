import {
  acceleratorOf,
  type Environment,
  type Observation,
  packObservation,
  produced,
  rejected,
  Snapshot,
  type StageContext,
  type StageResult,
  type SeparateTestFile,
} from '@quarry/core'
import { openTracingTestbed, pytestSettings, sharedWarmUp } from '@quarry/testrun'
import { collectSuite } from './collect-suite.ts'
import { edgeKeys, numberEdges } from './edge-keys.ts'
import { hashSeeds } from './hash-seeds.ts'
import { fileObservation, type SeenFile } from './observe-file.ts'
import { observeFiles } from './observe-files.ts'
import { readSource } from './read-source.ts'
import type { ObserveSettings } from './settings.ts'
import { findTestCode } from './test-code.ts'

/** The stage's work; see `observe`. */
export async function observeSuite(
  environment: Environment,
  context: StageContext<ObserveSettings>,
): Promise<StageResult<Observation>> {
  const { settings, signal, trees, subject } = context
  const snapshot = await context.store.ancestor(environment.refs, 'source', Snapshot)
  const pytest = pytestSettings(environment, settings)
  const paths = (await trees.list(snapshot.tree)).map((entry) => entry.path)
  const progress = (what: string, done: number, total: number): void =>
    context.events.emit({ type: 'stage-progress', stage: 'observe', subject, what, done, total })

  const { network, tracer } = settings
  const place = { network, tracer, accelerator: acceleratorOf(environment), trees }
  const sandbox = context.sandboxes.current
  const testbed = await openTracingTestbed(sandbox, environment, snapshot.tree, place, signal)
  try {
    const began = performance.now()
    const seeds = hashSeeds(environment.hash_seed, 2)
    const options = { paths, testFiles: settings.testFiles, packageRoots: snapshot.package_roots, seeds }
    const suite = await collectSuite(testbed, pytest, options, signal)
    const collectMs = Math.round(performance.now() - began)
    if (suite.files.size === 0) return noTestsCollected(suite.errors)
    progress('test files', 0, suite.files.size)

    const testCode = findTestCode(paths, [...suite.files.keys()])
    const source = await readSource(trees, snapshot, environment, testCode, suite.shadowed)
    const warm = sharedWarmUp(suite.warmUp)
    const keys = edgeKeys(source.objects.objects.length)
    const observed = await observeFiles(
      testbed,
      pytest,
      suite.files,
      {
        hashSeed: environment.hash_seed,
        outcomeRuns: settings.outcomeRuns,
        concurrency: settings.concurrency,
        source: source.objects,
        testCode: new Set(testCode),
        keys,
        warm,
        progress: (done) => progress('test files', done, suite.files.size),
      },
      signal,
    )
    const edges = numberEdges(callsIn(observed.files.values()), keys)
    const test_files = [...observed.files].map(([path, file]) => fileObservation(path, file, edges))
    if (!test_files.some(hasStablePass)) return nothingPasses(test_files)
    const dropped = [...suite.files].flatMap(([path, file]) =>
      file.dropped.length > 0 ? [[path, [...file.dropped]]] : [],
    )
    const { objects } = source.objects
    return produced<Observation>({
      ...packObservation({ objects, edges: edges.edges, test_code: testCode, test_files }),
      measured: {
        durations_ms: { collect: collectMs, outcomes: observed.outcomeMs, trace: observed.traceMs },
        dropped_ids: Object.fromEntries(dropped),
        logs: observed.logs,
        unparsed: [...source.unparsed],
        shadowed: [...source.shadowed],
        tracer: observed.tracer,
        forks: warm.notes(),
      },
    })
  } finally {
    await testbed.close()
  }
}

function* callsIn(files: Iterable<SeenFile>) {
  for (const { trace } of files) {
    const { points, imports, between } = trace.joined
    for (const { calls } of [...points.values(), ...imports, between]) yield calls
  }
}

function hasStablePass(file: SeparateTestFile): boolean {
  return file.points.some((point) => point.stable && point.outcomes[0] === 'passed')
}

const mostEvidence = 20

function noTestsCollected(errors: readonly string[]): StageResult<Observation> {
  return rejected({
    stage: 'observe',
    code: 'no-tests-collected',
    message: errors.length > 0 ? 'pytest collected no test and met errors' : 'pytest collected no test',
    evidence: { errors: errors.slice(0, mostEvidence) },
  })
}

function nothingPasses(files: readonly SeparateTestFile[]): StageResult<Observation> {
  const points = files.reduce((sum, file) => sum + file.points.length, 0)
  const evidence = files
    .slice(0, mostEvidence)
    .map(({ path, status, message }) => ({ path, status, message }))
  return rejected({
    stage: 'observe',
    code: 'nothing-passes',
    message: `none of ${points} test points in ${files.length} test files passes in every run`,
    evidence: { files: evidence },
  })
}
