import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Accelerator,
  type ArtifactReader,
  Environment,
  type Observation,
  openGitTreeStore,
  type QuarryEvent,
  Snapshot,
  type StageResult,
  type TreeStore,
} from '@quarry/core'
import { observe, type ObserveSettings } from '@quarry/observe'
import { snapshotOf } from '../support/snapshot.ts'
import { subprocessSandbox } from '../support/subprocess-sandbox.ts'

const fixtures = fileURLToPath(new URL('../fixtures/observe', import.meta.url))
const key = 'a'.repeat(64)

const defaultSettings: ObserveSettings = {
  testFiles: null,
  outcomeRuns: 2,
  tracer: 'auto',
  fileSeconds: 60,
  pointSeconds: 20,
  concurrency: 2,
  network: 'loopback',
}

export interface Observed {
  readonly result: StageResult<Observation>
  readonly events: readonly QuarryEvent[]
}

/** Runs the stage on a fixture with a `src` directory, in the tests' own environment. */
export async function observeFixture(
  name: string,
  packageRoots: readonly string[],
  settings: Partial<ObserveSettings> = {},
  accelerator?: (trees: TreeStore) => Promise<Accelerator>,
): Promise<Observed> {
  const directory = await mkdtemp(join(tmpdir(), 'quarry-observe-'))
  const trees = await openGitTreeStore(directory)
  try {
    const { tree } = await trees.importDirectory(
      `${fixtures}/${name}`,
      (path) => !path.includes('__pycache__'),
    )
    const events: QuarryEvent[] = []
    const measured = accelerator === undefined ? {} : { accelerator: await accelerator(trees) }
    const result = await observe.run(environment(measured), {
      settings: { ...defaultSettings, ...settings },
      signal: new AbortController().signal,
      store: readerOf(
        snapshotOf({ repository: name, tree, import_roots: ['src'], package_roots: [...packageRoots] }),
      ),
      trees,
      sandboxes: { current: subprocessSandbox(trees) },
      events: { emit: (event) => void events.push(event) },
      model: null,
      subject: name,
    })
    return { result, events }
  } finally {
    await trees.close()
    await rm(directory, { recursive: true })
  }
}

/** A store that holds one snapshot. */
function readerOf(snapshot: Snapshot): ArtifactReader {
  return { ancestor: (_refs, _stage, schema) => Promise.resolve(schema.parse(snapshot)) }
}

function environment(measured: Environment['measured']): Environment {
  return Environment.parse({
    schema_version: 1,
    refs: { source: key },
    content_hash: key,
    measured,
    sandbox: 'local',
    python: { version: '3.11.2', implementation: 'cpython', checked_as: 'tester' },
    lock: [{ name: 'pytest', version: '9.2.0' }],
    derivation: { files_read: [], requirements: [], installer: 'pip', notes: [] },
    variables: {},
    hash_seed: 0,
    pytest: { kept: [], dropped: [], arguments: [] },
    import_roots: ['src'],
    overlay: null,
    site: null,
    proof: { collected: 1, passed: 1, not_passed: 0 },
    tag: 'tests',
  })
}
