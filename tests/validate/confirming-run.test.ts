import { join } from 'node:path'
import {
  type Environment,
  InfrastructureError,
  openGitTreeStore,
  type Sandbox,
  type TreeHash,
} from '@quarry/core'
import { confirmingRun, type ValidateSettings } from '@quarry/validate'
import { expect, test } from 'vitest'
import { subprocessSandbox } from '../support/subprocess-sandbox.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const environment = {
  content_hash: 'e'.repeat(64),
  tag: 'tests',
  overlay: null,
  site: null,
  hash_seed: 0,
  variables: {},
  import_roots: [''],
  pytest: { kept: [], dropped: [], arguments: [] },
} as unknown as Environment

const settings: ValidateSettings = {
  carvedRuns: 2,
  minCarvedLines: 1,
  minF2pPoints: 1,
  fileSeconds: 60,
  pointSeconds: 60,
  network: 'loopback',
}

/** A sandbox that counts the commands it ran, and the trees of a test file that passes and one that fails. */
async function countingSandbox(failures = 0) {
  const trees = await openGitTreeStore(join(await temporaryDirectory(), 'trees.git'))
  const treeOf = async (text: string) =>
    trees.writeTree([{ path: 'test_a.py', mode: '100644', blob: await trees.writeBlob(Buffer.from(text)) }])
  const inner = subprocessSandbox(trees)
  const counted = { commands: 0 }
  const sandbox: Sandbox = {
    ...inner,
    openTestbed: async (spec, signal) => {
      const testbed = await inner.openTestbed(spec, signal)
      return {
        ...testbed,
        run: (command, aborted) => {
          counted.commands += 1
          if (counted.commands <= failures)
            return Promise.reject(new InfrastructureError('no space left', { code: 'no-space' }))
          return testbed.run(command, aborted)
        },
      }
    },
  }
  const ask = (tree: TreeHash, more: Partial<ValidateSettings> = {}, where = environment) =>
    confirmingRun(sandbox, where, tree, 'test_a.py', { ...settings, ...more }, new AbortController().signal)
  return {
    ask,
    counted,
    passing: await treeOf('def test_a(): pass\n'),
    failing: await treeOf('def test_a(): 1 / 0\n'),
  }
}

test('candidates that ask for the same run share it, at once and one after the other', async () => {
  const { ask, counted, passing } = await countingSandbox()
  const [first, second] = await Promise.all([ask(passing), ask(passing)])
  const third = await ask(passing)
  expect([first, second, third].map((outcomes) => [...outcomes])).toEqual(
    Array.from({ length: 3 }, () => [['test_a.py::test_a', 'passed']]),
  )
  expect(counted.commands).toBe(1)
})

test('another tree, environment or limit is another run', async () => {
  const { ask, counted, passing, failing } = await countingSandbox()
  await ask(passing)
  expect([...(await ask(failing))]).toEqual([['test_a.py::test_a', 'failed']])
  await ask(passing, { pointSeconds: 30 })
  await ask(passing, {}, { ...environment, content_hash: 'f'.repeat(64) })
  expect(counted.commands).toBe(4)
})

test("a run that the machine's trouble ended is made again", async () => {
  const { ask, counted, passing } = await countingSandbox(1)
  await expect(ask(passing)).rejects.toThrow('no space left')
  expect([...(await ask(passing))]).toEqual([['test_a.py::test_a', 'passed']])
  expect(counted.commands).toBe(2)
})
