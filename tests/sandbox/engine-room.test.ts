import { openGitTreeStore, type Sandbox, type TreeStore } from '@quarry/core'
import { connectEngine, defaultDockerSettings, listImages, openDockerSandbox } from '@quarry/sandbox'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engineAnswers, containersOf, removeTestImages } from './engine.ts'
import { baseImage, imagePrefix, testLimits } from './openers.ts'
import { makeEnvironment, never } from './subject.ts'

describe.runIf(await engineAnswers())('room on the engine', { timeout: 120_000 }, () => {
  let root: string
  let trees: TreeStore
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'quarry-test-'))
    trees = await openGitTreeStore(join(root, 'trees.git'))
    await withRoom({}, async (sandbox) => makeEnvironment(sandbox, trees))
  }, 120_000)
  afterAll(async () => {
    await removeTestImages(root)
    await trees.close()
    await rm(root, { recursive: true })
  })

  async function withRoom<T>(
    room: { readonly imageBytes?: number; readonly freeBytes?: number },
    use: (sandbox: Sandbox) => Promise<T>,
  ): Promise<T> {
    const settings = {
      ...defaultDockerSettings,
      baseImage: baseImage('3.11'),
      buildImage: null,
      imagePrefix: imagePrefix(root),
      ...room,
    }
    const options = { trees, temporaryRoot: join(root, 'sandbox'), defaultLimits: testLimits }
    const sandbox = await openDockerSandbox({ ...options, idleContainers: 0, settings })
    try {
      return await use(sandbox)
    } finally {
      await sandbox.close()
    }
  }

  async function openBuilder(sandbox: Sandbox): Promise<unknown> {
    const interpreter = await sandbox.findInterpreter(null)
    const tree = await trees.writeTree([])
    const builder = await sandbox.openBuilder({ tag: 'next', interpreter, tree, tools: null }, never)
    await builder.close()
    return 'opened'
  }

  async function runTests(sandbox: Sandbox): Promise<unknown> {
    const tree = await trees.writeTree([])
    const spec = { tag: 'conformance', tree, overlay: null, site: null, tools: null }
    const testbed = await sandbox.openTestbed({ ...spec, network: 'loopback' }, never)
    return testbed.run({ argv: ['true'] }, never)
  }

  async function ownBytes(): Promise<number> {
    const images = await listImages(await connectEngine(), imagePrefix(root))
    return images.find(({ kind }) => kind === 'environment')?.own_bytes ?? 0
  }

  test('nothing is built once the environments take what they may; what is there goes on running', async () => {
    const bytes = await ownBytes()
    expect(bytes).toBeGreaterThan(0)
    await withRoom({ imageBytes: bytes }, async (sandbox) => {
      await expect(openBuilder(sandbox)).rejects.toMatchObject({
        name: 'UserError',
        code: 'image-budget-reached',
        message: expect.stringMatching(
          /^No further environment is built: the images of environments take \d+ kB on the container engine at \S+, and \d+ kB is their budget\. Remove those that nothing needs \(quarry images prune\), or raise docker\.imageGigabytes in pipeline\.config\.ts, and run again: what is finished is kept\.$/,
        ),
      })
      expect(await runTests(sandbox)).toMatchObject({ outcome: 'exited', status: 0 })
    })
    expect(await withRoom({ imageBytes: bytes + 1 }, openBuilder)).toBe('opened')
  })

  test.each([
    ['built', openBuilder],
    ['run', runTests],
  ])('nothing is %s where too little is free on its disk, and no container stays', async (_, use) => {
    await expect(withRoom({ freeBytes: 1e18 }, use)).rejects.toMatchObject({
      name: 'UserError',
      code: 'disk-nearly-full',
      message: expect.stringMatching(
        /^Only \d+(\.\d)? [GT]B are free where the container engine at \S+ keeps its data, and 1000000 TB have to stay free\. Make room there \(quarry images prune removes images that nothing needs\), or lower docker\.freeGigabytes in pipeline\.config\.ts, and run again: what is finished is kept\.$/,
      ),
    })
    expect(await containersOf(process.pid)).toEqual([])
  })
})
