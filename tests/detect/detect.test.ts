import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Candidate,
  type ObservedObject,
  openGitTreeStore,
  type StageContext,
  packObservation,
  type SeparateTestFile,
  type TestPoint,
} from '@quarry/core'
import { detect, type DetectSettings } from '@quarry/detect'
import { parseTree } from '@quarry/syntax'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const path = 'tests/test_bake.py'
const kitchen = fileURLToPath(new URL('../fixtures/detect/kitchen', import.meta.url))

interface Seen {
  /** What each test runs, objects by qualified name. */
  readonly points: readonly { readonly runs: readonly string[]; readonly stable?: boolean }[]
  readonly calledFromFile?: readonly string[]
}

/** Runs the stage on the kitchen, whose test file is taken to have done what was seen. */
async function detectIn(seen: Seen) {
  const trees = await openGitTreeStore(join(await temporaryDirectory(), 'trees.git'))
  const { tree } = await trees.importDirectory(kitchen)
  const parsed = await parseTree(trees, tree, (file) => file.startsWith('src/'))
  const objects: ObservedObject[] = [...parsed.values()].flatMap((result) =>
    result.kind === 'unparsed'
      ? []
      : result.module.definitions.map(({ endLine, id, qualname, line, kind, path: file }) => ({
          id,
          path: file,
          qualname,
          line,
          end_line: endLine,
          kind,
        })),
  )
  const indexes = (names: readonly string[] = []) =>
    names.map((name) => objects.findIndex((object) => object.qualname === name)).toSorted((a, b) => a - b)
  const points: TestPoint[] = seen.points.map(({ runs, stable = true }, at) => ({
    id: `${path}::test_${at}`,
    digest: null,
    outcomes: ['passed', stable ? 'passed' : 'failed'],
    stable,
    reasons: stable ? [] : ['outcomes differ'],
    executed: indexes(runs),
    calls: [],
  }))
  const file: SeparateTestFile = {
    path,
    status: 'collected',
    message: null,
    points,
    imports: [],
    between: [],
    between_calls: [],
    loaded: [],
    called_from_file: indexes(seen.calledFromFile),
    called_from_helpers: [],
    incomplete: [],
  }
  const ancestors: Partial<Record<string, unknown>> = {
    source: { tree },
    environment: { import_roots: ['src', 'tests'] },
    observe: packObservation({ objects, edges: [], test_code: [], test_files: [file] }),
  }
  const context = {
    settings: {},
    signal: new AbortController().signal,
    store: { ancestor: async (_refs: unknown, stage: string) => ancestors[stage] },
    trees,
    subject: 'kitchen',
    model: null,
    events: { emit: () => undefined },
  }
  const input: Candidate = {
    schema_version: 1,
    refs: {},
    content_hash: '0'.repeat(64),
    measured: {},
    id: `kitchen:${path}`,
    repository: 'kitchen',
    test_files: [path],
    stable_passes: points.length,
    dated: [],
  }
  return detect.run(input, context as unknown as StageContext<DetectSettings>)
}

const oven = 'src/kitchen/oven.py'
const recipes = 'src/kitchen/recipes.py'

test('objects that the tests call or name, and that a stable pass runs, best first', async () => {
  const result = await detectIn({
    points: [
      { runs: ['bake', 'Oven.__init__', 'Oven.roast', '_warm'] },
      { runs: ['mix', 'knead', 'Timer'] },
      { runs: ['knead'] },
      { runs: ['Oven.clean'], stable: false },
    ],
    calledFromFile: ['bake', 'mix', 'knead', 'Oven.clean'],
  })
  expect(result).toEqual({
    kind: 'produced',
    artifact: {
      candidate: `kitchen:${path}`,
      test_files: [path],
      detector: 'trace',
      measured: {},
      objects: [
        // 4 for the call, 2 for the use, 1 for the import, 4 · 1/3 for the points that run it.
        {
          id: `${recipes}::bake::4`,
          evidence: ['called-from-test', 'imported-by-name', 'used-by-name'],
          score: 8.333,
        },
        {
          id: `${recipes}::mix::8`,
          evidence: ['called-from-test', 'imported-by-name', 'used-by-name'],
          score: 8.333,
        },
        { id: `${recipes}::knead::12`, evidence: ['called-from-test'], score: 6.667 },
        { id: `${oven}::Timer::16`, evidence: ['used-by-name', 'constructed'], score: 6.333 },
        { id: `${oven}::Oven::1`, evidence: ['imported-by-name', 'constructed'], score: 5.333 },
      ],
    },
  })
})

test('a class whose method the test file calls is constructed for the test', async () => {
  const result = await detectIn({ points: [{ runs: ['Timer.reset'] }], calledFromFile: ['Timer.reset'] })
  expect(result.kind === 'produced' && result.artifact.objects).toEqual([
    { id: `${oven}::Timer::16`, evidence: ['used-by-name', 'constructed'], score: 9 },
    { id: `${oven}::Timer.reset::19`, evidence: ['called-from-test'], score: 8 },
  ])
})

test('rejected when the tests themselves call and name nothing that runs', async () => {
  expect(await detectIn({ points: [{ runs: ['_warm'] }] })).toEqual({
    kind: 'rejected',
    rejection: {
      stage: 'detect',
      code: 'no-top-level-objects',
      message: 'the stable passes run 1 source objects, but the tests call or name none of them themselves',
      evidence: { stable_passes: 1, executed_objects: 1, examples: [`${oven}::_warm::12`] },
    },
  })
})
