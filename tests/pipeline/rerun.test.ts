import { InfrastructureError, path, type RepositoryDefinition, type Sandbox } from '@quarry/core'
import {
  mineRepositories,
  type MineSummary,
  openWorkspace,
  readStatus,
  type Workspace,
} from '@quarry/pipeline'
import { cp, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const fixture = fileURLToPath(new URL('../fixtures/end-to-end/wordkit', import.meta.url))

let home: string
let workspace: Workspace
let mined: { readonly folders: string[]; readonly list: string }
/** What becomes of a testbed that is asked for once the suite is observed. */
let afterObserving: () => void = () => undefined
const notices: string[] = []

const only = { candidates: ['tests/test_tables.py'], maxCandidates: null, refresh: false }
const mine = (change: Partial<RepositoryDefinition> = {}, where = workspace): Promise<MineSummary> =>
  mineRepositories(where, [{ name: 'wordkit', source: path(join(home, 'wordkit')), ...change }], only)

/** The list of instances, and their folders. */
const left = async () => ({
  folders: await readdir(join(workspace.out, 'instances')),
  list: await readFile(join(workspace.out, 'instances.jsonl'), 'utf8'),
})

async function status() {
  const { repositories } = await readStatus(workspace)
  return repositories.map(({ rejection, instances }) => ({
    rejection: rejection?.code ?? null,
    instances: instances.length,
  }))
}

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'quarry-test-')))
  await cp(fixture, join(home, 'wordkit'), { recursive: true })
  let isObserved = false
  const opened = await openWorkspace(
    {
      directory: home,
      sandbox: 'auto',
      overrides: { minCarvedLines: 20, minF2pPoints: 5, p2pFiles: 1 },
    },
    {
      emit: (event) => {
        if (event.type === 'run-started') isObserved = false
        if (event.type === 'stage-finished' && event.stage === 'observe') isObserved = true
        if (event.type === 'notice') notices.push(event.message)
      },
    },
    new AbortController().signal,
  )
  const { sandbox } = opened
  // The real sandbox, on a machine that gets into trouble when a test says so.
  workspace = {
    ...opened,
    sandbox: {
      ...sandbox,
      openTestbed: (spec, signal) => {
        if (isObserved) afterObserving()
        return sandbox.openTestbed(spec, signal)
      },
    },
  }
  await mine()
  mined = await left()
}, 240_000)
afterAll(async () => {
  await workspace.close()
  await rm(home, { recursive: true, force: true })
})

describe('what a rerun leaves of the instances that are there', { timeout: 240_000 }, () => {
  test('there is one to begin with', async () => {
    expect(await status()).toEqual([{ rejection: null, instances: 1 }])
    expect(mined.folders).toHaveLength(1)
    expect(mined.list.split('\n')).toHaveLength(2)
  })

  test('trouble with its candidate, under other settings, takes it away no more than under the same', async () => {
    afterObserving = () => {
      throw new InfrastructureError('no space left', { code: 'sandbox-failed' })
    }
    const [repository] = (await mine({ variables: { OTHER: 'settings' } })).repositories
    afterObserving = () => undefined
    expect(repository?.failures).toEqual([
      { subject: 'wordkit:tests/test_tables.py', code: 'sandbox-failed', message: 'no space left' },
    ])
    expect(await left()).toEqual(mined)
    expect(await status()).toEqual([{ rejection: null, instances: 1 }])
  })

  test('nor does the rejection of other code as a whole: a newer release, as it were, without tests', async () => {
    await rm(join(home, 'wordkit/tests'), { recursive: true })
    const [repository] = (await mine()).repositories
    await cp(fixture, join(home, 'wordkit'), { recursive: true })
    expect(repository?.rejections.map(({ candidate, code }) => `${candidate} ${code}`)).toEqual([
      'wordkit no-tests',
    ])
    expect(await left()).toEqual(mined)
    expect(await status()).toEqual([{ rejection: 'no-tests', instances: 1 }])
    expect(notices.at(-1)).toBe('its earlier instances (1) stay: they come from other code or other settings')
  })

  test('nor does a rejection under other settings', async () => {
    const [repository] = (await mine({ requirements: ['wordkit-has-no-such-requirement'] })).repositories
    expect(repository?.rejections.map(({ code }) => code)).toEqual(['install-failed'])
    expect(await left()).toEqual(mined)
  })

  test.each([
    ['another release of the same Python', { version: '3.11.99' }, {}],
    ['another sandbox', {}, { kind: 'docker' }],
  ] as const)(
    '%s than before is not answered from the store, and takes nothing away',
    async (_, python, other) => {
      const { sandbox } = workspace
      const builds: string[] = []
      const change: Partial<Sandbox> = {
        ...other,
        findInterpreter: async (version) => ({ ...(await sandbox.findInterpreter(version)), ...python }),
        openBuilder: ({ interpreter }) => {
          builds.push(interpreter.version)
          return Promise.reject(new InfrastructureError('no builder', { code: 'sandbox-failed' }))
        },
      }
      const [repository] = (await mine({}, { ...workspace, sandbox: { ...sandbox, ...change } })).repositories
      const { version } = await sandbox.findInterpreter(null)
      expect(new Set(builds)).toEqual(new Set([{ version, ...python }.version]))
      expect(repository?.failures.map(({ subject, code }) => `${subject} ${code}`)).toEqual([
        'wordkit sandbox-failed',
      ])
      expect(await left()).toEqual(mined)
    },
  )

  test('a rejection of the very code and settings that it came from takes it away', async () => {
    expect((await mine()).repositories[0]?.instances).toHaveLength(1)
    // As a later Quarry would see it, which finds what this one does not.
    const [key = ''] = await keysOf('observe')
    await workspace.store.write('observe', key, {
      kind: 'rejected',
      rejection: { stage: 'observe', code: 'all-unstable', message: 'no test is stable', evidence: {} },
    })
    await mine()
    expect(await left()).toEqual({ folders: [], list: '' })
    expect(await status()).toEqual([{ rejection: 'all-unstable', instances: 0 }])
  })
})

/** Keys that the repository's record names. */
async function keysOf(stage: string): Promise<string[]> {
  const record = JSON.parse(await readFile(join(workspace.out, 'repositories/wordkit.json'), 'utf8'))
  return [record.refs[stage]]
}
