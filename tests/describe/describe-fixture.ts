import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type CarvedTree,
  type CarveMode,
  type FeatureCut,
  type Instance,
  openGitTreeStore,
  type Snapshot,
  type StageResult,
  type TreeHash,
  type TreeStore,
  type ValidationReport,
} from '@quarry/core'
import { describe, type DescribeSettings } from '@quarry/describe'
import { carveAll, objectsOf, parseFiles } from '../carve/carving.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const fixtures = fileURLToPath(new URL('../fixtures/describe', import.meta.url))

/** What is taken out of a fixture, as `path::qualname`, and which of it counts as top-level. */
export interface DescribedCut {
  readonly delete?: readonly string[]
  readonly hollow?: readonly string[]
  readonly topLevel?: readonly string[]
  readonly tests: readonly string[]
  readonly settings?: Partial<DescribeSettings>
}

const usualSettings: DescribeSettings = { network: 'loopback', fileSeconds: 600, pointSeconds: 60 }

/** The real stage on a fixture that was really carved; only the reports of the other stages are made up. */
export async function describeFixture(name: string, cut: DescribedCut): Promise<StageResult<Instance>> {
  const trees = await openGitTreeStore(join(await temporaryDirectory(), 'trees.git'))
  try {
    const { tree } = await trees.importDirectory(
      join(fixtures, name),
      (path) => !path.includes('__pycache__'),
    )
    const { carved, featureCut } = await carveFixture(trees, tree, cut)
    const ancestors: Partial<Record<string, unknown>> = {
      source: snapshotOf(name, tree),
      environment: { python: { version: '3.11.2' } },
      isolate: featureCut,
      carve: carved,
    }
    const ancestor = (_refs: unknown, stage: string) => Promise.resolve(ancestors[stage] as never)
    const settings = { ...usualSettings, ...cut.settings }
    return await describe.run(reportOf(name, cut), { store: { ancestor }, trees, settings } as never)
  } finally {
    await trees.close()
  }
}

async function carveFixture(trees: TreeStore, original: TreeHash, cut: DescribedCut) {
  const entries = (await trees.list(original)).filter(({ path }) => path.endsWith('.py'))
  const source = entries.filter(({ path }) => !path.startsWith('tests/'))
  const bytes = await trees.readBlobs(source.map(({ blob }) => blob))
  const files = new Map(source.map(({ path }, index) => [path, bytes[index] ?? new Uint8Array()]))
  const changed = carveAll(files, cut, ['src'])
  const carvedTree = await trees.withFiles(original, new Map(changed.map((file) => [file.path, file.bytes])))
  const start = await trees.withFiles(carvedTree, new Map(cut.tests.map((path) => [path, null])))
  const modules = parseFiles(files)
  const objects = objectsOf(modules, cut)
  const carved: Partial<CarvedTree> = {
    trees: { original, carved: carvedTree, start },
    patches: { removal: '0'.repeat(40), gold: '0'.repeat(40), tests: '0'.repeat(40) },
    files: changed.map(({ path, spans }) => ({ path, spans: [...spans] })),
    objects: [...objects],
    lines: { carved: 100, code: 80 },
  }
  const topLevel = objectsOf(modules, { delete: cut.topLevel ?? [] }).map(({ id }) => id)
  return { carved, featureCut: cutOf(objects, topLevel, cut.tests) }
}

function cutOf(
  objects: readonly { id: string; mode: CarveMode }[],
  topLevel: string[],
  tests: readonly string[],
): Partial<FeatureCut> {
  return {
    f2p_files: [...tests],
    p2p_files: [],
    top_level: topLevel,
    extracted: objects.map((object) => ({ ...object, reason: '', depth: 0 })),
    hidden_test_files: tests.map((path) => ({ path, reason: 'F2P' })),
  }
}

function snapshotOf(name: string, tree: TreeHash): Partial<Snapshot> {
  return {
    repository: name,
    distribution: name,
    version: '1.0',
    tree,
    source: { kind: 'path', commit: null },
    forge: null,
    commit_date: null,
    release_date: { at: '2026-05-06T07:08:09.000Z', from: 'index-upload-time' },
    test_file_dates: {},
    licence: 'MIT',
    forbidden_urls: [`https://example.org/${name}`],
  }
}

function reportOf(name: string, cut: DescribedCut): ValidationReport {
  return {
    refs: {},
    candidate: `${name}:${cut.tests[0]}`,
    fail_to_pass: [],
    guard: [],
    pass_to_pass: [],
  } as unknown as ValidationReport
}
