import {
  BugError,
  Candidate,
  InfrastructureError,
  openArtifactStore,
  openGitTreeStore,
  type PipelineConfig,
  produced,
  rejected,
  type QuarryEvent,
  type Sandbox,
  type Stage,
} from '@quarry/core'
import { runStage, type Workspace } from '@quarry/pipeline'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'

interface Counting {
  calls: number
  stage: Stage<{ name: string }, Candidate, { wanted: number }>
}

/** A stage that counts its runs, so that a test can tell a cache hit from a run. */
function counting(
  run: (call: number) => ReturnType<Stage<{ name: string }, Candidate, object>['run']>,
): Counting {
  const counted: Counting = {
    calls: 0,
    stage: {
      name: 'candidate',
      version: 1,
      input: z.strictObject({ name: z.string() }),
      output: Candidate,
      cacheKey: (input, settings) => [input.name, settings.wanted],
      run: () => {
        counted.calls += 1
        return run(counted.calls)
      },
    },
  }
  return counted
}

const draft = {
  id: 'p:t.py',
  repository: 'p',
  test_files: ['t.py'],
  stable_passes: 3,
  dated: [],
  measured: {},
}
const refs = { source: 'a'.repeat(64) }

let directory: string
let workspace: Workspace
let events: QuarryEvent[]
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quarry-test-'))
  events = []
  const trees = await openGitTreeStore(join(directory, 'trees.git'))
  workspace = {
    directory,
    out: directory,
    config: {} as PipelineConfig,
    concurrency: 1,
    store: await openArtifactStore(join(directory, 'artifacts')),
    trees,
    sandbox: {} as Sandbox,
    environments: { remember: () => undefined, restore: () => Promise.resolve() },
    events: { emit: (event) => void events.push(event) },
    signal: new AbortController().signal,
    close: () => trees.close(),
  }
})
afterEach(async () => {
  await workspace.close()
  await rm(directory, { recursive: true })
})

const run = ({ stage }: Counting, name = 'x', wanted = 1, from: object = refs) =>
  runStage(stage, { value: { name }, refs: from }, { wanted }, workspace, 'p')

test('the same input, settings and ancestors are computed once', async () => {
  const counted = counting(() => Promise.resolve(produced<Candidate>(draft)))
  const first = await run(counted)
  const second = await run(counted)
  expect([first, second].map(({ kind, cached }) => ({ kind, cached }))).toEqual([
    { kind: 'produced', cached: false },
    { kind: 'produced', cached: true },
  ])
  expect(second).toEqual({ ...first, cached: true })
  expect(counted.calls).toBe(1)
  await run(counted, 'y')
  await run(counted, 'x', 2)
  // A stage may read any ancestor, so another ancestor is another question, even with an equal input.
  await run(counted, 'x', 1, { source: 'b'.repeat(64) })
  expect(counted.calls).toBe(4)
})

test('a rejection is stored like an artifact', async () => {
  const rejection = {
    stage: 'candidate' as const,
    code: 'too-few',
    message: 'only 7, 10 needed',
    evidence: { n: 7 },
  }
  const counted = counting(() => Promise.resolve(rejected(rejection)))
  await run(counted)
  expect(await run(counted)).toEqual({
    kind: 'rejected',
    rejection,
    key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    cached: true,
  })
  expect(counted.calls).toBe(1)
  expect(events.filter((event) => event.type === 'stage-finished').map((event) => event.rejection)).toEqual([
    rejection,
    rejection,
  ])
})

test('trouble of the machine is tried again, and never stored', async () => {
  const trouble = new InfrastructureError('registry down', { code: 'index-unreachable' })
  const recovering = counting((call) =>
    call < 3 ? Promise.reject(trouble) : Promise.resolve(produced<Candidate>(draft)),
  )
  expect((await run(recovering)).kind).toBe('produced')
  expect(recovering.calls).toBe(3)

  const lasting = counting(() => Promise.reject(trouble))
  await expect(run(lasting, 'lasting')).rejects.toBe(trouble)
  expect(lasting.calls).toBe(3)
  await expect(run(lasting, 'lasting')).rejects.toBe(trouble)
  expect(lasting.calls).toBe(6)
})

test('a bug is not tried again', async () => {
  const counted = counting(() => Promise.reject(new BugError('wrong', { code: 'x' })))
  await expect(run(counted)).rejects.toThrow('wrong')
  expect(counted.calls).toBe(1)
})

test('an artifact that does not fit its schema is never stored', async () => {
  const counted = counting(() => Promise.resolve(produced<Candidate>({ ...draft, test_files: [] })))
  await expect(run(counted)).rejects.toThrow('test_files')
  await expect(run(counted)).rejects.toThrow('test_files')
  expect(counted.calls).toBe(2)
})
