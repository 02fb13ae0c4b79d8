import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import {
  type Environment,
  type FeatureCut,
  openGitTreeStore,
  type ObservedObject,
  type Refs,
  type Snapshot,
  type StageContext,
  type StageResult,
  type TestFileObservation,
  type TopLevelObjects,
  type TreeHash,
  type TreeStore,
  packObservation,
  type UnpackedObservation,
} from '@quarry/core'
import { isolate, type IsolateSettings } from '@quarry/isolate'
import { parseTree } from '@quarry/syntax'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** What a test file did, objects by qualified name (`Class.method`), or `qualname:line` where one name has several. */
export interface Ran {
  /** One stable pass for each entry: the objects that it runs. */
  readonly points: readonly (readonly string[])[]
  readonly imported?: readonly string[]
  readonly between?: readonly string[]
  readonly calls?: readonly (readonly [string, string])[]
  /** True: its trace may have lost calls. */
  readonly incomplete?: boolean
}

export interface Scene {
  readonly f2p: readonly string[]
  readonly topLevel: readonly string[]
  readonly files: Readonly<Record<string, Ran>>
  readonly settings?: Partial<IsolateSettings>
}

const smallSettings: IsolateSettings = {
  p2pFiles: 1,
  maxCarvedLines: 5000,
  minCarvedLines: 1,
  minF2pPoints: 1,
  seed: 0,
}

/** Where a miniature repository lies. */
export const fixture = (leaf: string) =>
  fileURLToPath(new URL(`../fixtures/isolate/${leaf}`, import.meta.url))

/** Runs the stage on a miniature repository, whose tests are taken to have done what the scene says. */
export async function isolateFixture(leaf: string, scene: Scene): Promise<StageResult<FeatureCut>> {
  const trees = await openGitTreeStore(join(await temporaryDirectory(), 'trees.git'))
  const { tree } = await trees.importDirectory(fixture(leaf))
  return isolateTree(trees, tree, await observe(trees, tree, scene.files), scene)
}

/** The cut, where one is expected. */
export async function cutFixture(leaf: string, scene: Scene) {
  const result = await isolateFixture(leaf, scene)
  if (result.kind === 'rejected') throw new Error(JSON.stringify(result.rejection, null, 2))
  return result.artifact
}

export async function isolateTree(
  trees: TreeStore,
  tree: TreeHash,
  observation: UnpackedObservation,
  scene: Pick<Scene, 'f2p' | 'topLevel' | 'settings'>,
): Promise<StageResult<FeatureCut>> {
  const find = finder(observation.objects)
  const ancestors: Partial<Record<string, unknown>> = {
    source: { tree } satisfies Partial<Snapshot>,
    environment: { import_roots: ['src'] } satisfies Partial<Environment>,
    observe: packObservation(withSeparateCalls(observation)),
  }
  const input: TopLevelObjects = {
    schema_version: 1,
    refs: {},
    content_hash: '0'.repeat(64),
    measured: {},
    candidate: `mini:${scene.f2p[0]}`,
    test_files: [...scene.f2p],
    detector: 'trace',
    objects: scene.topLevel.map((name) => ({
      id: observation.objects[find(name)]?.id ?? '',
      evidence: ['called-from-test'],
      score: 1,
    })),
  }
  const context = {
    settings: { ...smallSettings, ...scene.settings },
    signal: new AbortController().signal,
    store: { ancestor: async (_refs: Refs, stage: string) => ancestors[stage] as never },
    trees,
    subject: input.candidate,
    model: null,
    events: { emit: () => undefined },
  }
  return isolate.run(input, context as unknown as StageContext<IsolateSettings>)
}

export async function observe(
  trees: TreeStore,
  tree: TreeHash,
  files: Scene['files'],
): Promise<UnpackedObservation> {
  const parsed = await parseTree(trees, tree, (path) => !path.startsWith('tests/'))
  const objects = [...parsed.values()].flatMap((result): ObservedObject[] =>
    result.kind === 'unparsed'
      ? []
      : result.module.definitions.map(({ id, path, qualname, line, endLine, kind }) => ({
          id,
          path,
          qualname,
          line,
          end_line: endLine,
          kind,
        })),
  )
  const find = finder(objects)
  const testCode = (await trees.list(tree))
    .map((entry) => entry.path)
    .filter((path) => path.startsWith('tests/'))
  return {
    objects,
    edges: [],
    test_code: testCode,
    test_files: Object.entries(files).map(([path, ran]) => testFile(path, ran, find)),
  }
}

/** What a scene says of whole files, as if it were known in which place each part happened. */
function withSeparateCalls(observation: UnpackedObservation): UnpackedObservation {
  const edges = observation.test_files.flatMap((file) => file.calls)
  return {
    ...observation,
    edges,
    test_files: observation.test_files.map((file) => ({
      ...file,
      imports: [{ module: null, executed: file.imported, calls: [] }],
      between_calls: edges.flatMap((edge, number) => (file.calls.includes(edge) ? [number] : [])),
    })),
  }
}

function testFile(path: string, ran: Ran, find: (name: string) => number): TestFileObservation {
  const indexes = (names: readonly string[] = []) => [...new Set(names.map(find))].toSorted((a, b) => a - b)
  const points = ran.points.map((executed, at) => ({
    id: `${path}::test_${at}`,
    digest: null,
    outcomes: ['passed' as const, 'passed' as const],
    stable: true,
    reasons: [],
    executed: indexes(executed),
    calls: [],
  }))
  return {
    path,
    status: 'collected',
    message: null,
    points,
    imports: [],
    imported: indexes(ran.imported),
    between: indexes(ran.between),
    between_calls: [],
    loaded: [],
    calls: (ran.calls ?? []).map(([from, to]) => [find(from), find(to)]),
    called_from_file: [],
    called_from_helpers: [],
    incomplete: ran.incomplete === true ? points.slice(0, 1).map((point) => point.id) : [],
  }
}

function finder(objects: readonly ObservedObject[]): (name: string) => number {
  return (name) => {
    const [qualname, line] = name.split(':')
    const found = objects.findIndex(
      (object) => object.qualname === qualname && (line === undefined || object.line === Number(line)),
    )
    if (found === -1) throw new Error(`no object ${name}`)
    return found
  }
}
