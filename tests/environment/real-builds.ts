import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import {
  type Draft,
  type Environment,
  openGitTreeStore,
  type Sandbox,
  type Snapshot,
  type StageResult,
  type TreeStore,
} from '@quarry/core'
import { environment, type EnvironmentSettings } from '@quarry/environment'
import { openLocalSandbox } from '@quarry/sandbox'
import { afterAll, beforeAll } from 'vitest'
import { snapshotOf } from '../support/snapshot.ts'
import { fixtures } from './read-fixture.ts'

/** These build with the real installer and index of this machine. */
export const buildLimit = 300_000

export interface Place {
  readonly trees: TreeStore
  readonly sandbox: Sandbox
  /** Runs the stage on a fixture, in another sandbox perhaps. */
  build(fixture: string, facts: Partial<Snapshot>, sandbox?: Sandbox): Promise<StageResult<Environment>>
  /** The same where nothing but an environment will do. */
  built(fixture: string, facts: Partial<Snapshot>, sandbox?: Sandbox): Promise<Draft<Environment>>
}

const settings: Omit<EnvironmentSettings, 'interpreter'> = {
  sandbox: 'local',
  requirements: [],
  variables: {},
  testFiles: null,
  hashSeed: 0,
  buildSeconds: 300,
  fileSeconds: 60,
  pointSeconds: 30,
  network: 'loopback',
}

/** A tree store and a sandbox that the tests of a file share. */
export function placeForAllTests(
  open: (trees: TreeStore, root: string) => Promise<Sandbox> = openLocal,
): Place {
  let root: string
  let trees: TreeStore
  let sandbox: Sandbox
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'quarry-environment-'))
    await chmod(root, 0o711)
    trees = await openGitTreeStore(join(root, 'trees.git'))
    sandbox = await open(trees, join(root, 'sandbox'))
  })
  afterAll(async () => {
    await sandbox.close()
    await trees.close()
    // Sealed environments are read-only.
    await execa('chmod', ['-R', 'u+rwX', root])
    await rm(root, { recursive: true })
  })
  const place: Place = {
    get trees() {
      return trees
    },
    get sandbox() {
      return sandbox
    },
    build: (fixture, facts, other = sandbox) => build(trees, other, fixture, facts),
    async built(...request) {
      const result = await place.build(...request)
      if (result.kind === 'rejected') throw new Error(JSON.stringify(result.rejection, null, 2))
      return result.artifact
    },
  }
  return place
}

function openLocal(trees: TreeStore, temporaryRoot: string): Promise<Sandbox> {
  const megabyte = 1024 * 1024
  return openLocalSandbox({
    trees,
    temporaryRoot,
    defaultLimits: {
      wallSeconds: 300,
      memoryBytes: 4096 * megabyte,
      processes: 512,
      diskBytes: 2048 * megabyte,
      outputBytes: megabyte,
    },
  })
}

async function build(trees: TreeStore, sandbox: Sandbox, fixture: string, facts: Partial<Snapshot>) {
  const { tree } = await trees.importDirectory(join(fixtures, 'installed', fixture))
  return environment.run(snapshotOf({ repository: fixture, tree, ...facts }), {
    settings: { ...settings, sandbox: sandbox.kind, interpreter: await sandbox.findInterpreter(null) },
    signal: new AbortController().signal,
    store: {
      ancestor: () =>
        Promise.reject(new Error('an environment has its snapshot as input and needs no ancestor')),
    },
    trees,
    sandboxes: { current: sandbox },
    events: { emit: () => {} },
    model: null,
    subject: fixture,
  })
}
