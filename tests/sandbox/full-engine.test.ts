import { openGitTreeStore, type Builder, type Sandbox, type TreeStore } from '@quarry/core'
import {
  connectEngine,
  defaultDockerSettings,
  loadImage,
  openDockerSandbox,
  saveImage,
} from '@quarry/sandbox'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { engineAnswers } from './engine.ts'
import { baseImage, testLimits } from './openers.ts'
import { openRegistry } from './registry.ts'
import { canStartEngine, openSmallEngine, type SmallEngine } from './small-engine.ts'
import { makeTree, never } from './subject.ts'

const megabyte = 1_000_000
const canRun = (await engineAnswers()) && (await canStartEngine())

describe.runIf(canRun)('a full disk of the engine', { timeout: 120_000 }, () => {
  const settings = {
    ...defaultDockerSettings,
    baseImage: baseImage('3.11'),
    buildImage: null,
    freeBytes: 0, // so that the disk does get full
    imagePrefix: 'quarry-test-full',
  }
  let root: string
  let trees: TreeStore
  let engine: SmallEngine
  let sandbox: Sandbox

  beforeAll(async () => {
    engine = await openSmallEngine(settings.baseImage)
    const { DOCKER_HOST: usual = '' } = process.env
    process.env['DOCKER_HOST'] = engine.where
    return async () => {
      process.env['DOCKER_HOST'] = usual
      await engine.close()
    }
  }, 120_000)
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'quarry-test-'))
    trees = await openGitTreeStore(join(root, 'trees.git'))
    const options = { trees, temporaryRoot: join(root, 'sandbox'), defaultLimits: testLimits }
    sandbox = await openDockerSandbox({ ...options, idleContainers: 0, settings })
    const builder = await openBuilder('small')
    await fill(builder, 1)
    await builder.seal()
    await builder.close()
  }, 120_000)
  afterAll(async () => {
    await sandbox.close()
    await trees.close()
    await rm(root, { recursive: true })
  })
  afterEach(expectNothingLeft)

  /** Nothing half-made stays: neither an image nor a container. */
  async function expectNothingLeft(): Promise<void> {
    const images = await engine.api.listImages({ filters: { dangling: ['false'] } })
    expect(images.flatMap(({ RepoTags }) => RepoTags ?? []).toSorted()).toEqual([
      settings.baseImage,
      'quarry-test-full-environment:small',
      expect.stringContaining('quarry-test-full-runtime:'),
    ])
    expect(await engine.api.listImages({ filters: { dangling: ['true'] } })).toEqual([])
    expect(await engine.api.listContainers({ all: true })).toEqual([])
  }

  async function openBuilder(tag: string, files: Parameters<typeof makeTree>[1] = {}): Promise<Builder> {
    const interpreter = await sandbox.findInterpreter(null)
    const tree = await makeTree(trees, files)
    return sandbox.openBuilder({ tag, interpreter, tree, tools: null }, never)
  }

  /** Makes an environment of so many megabytes. */
  async function fill(builder: Builder, megabytes: number): Promise<void> {
    const { environment } = builder.paths
    const program = `import os; open("${environment}/filling", "wb").write(os.urandom(${megabytes * megabyte}))`
    const interpreter = await sandbox.findInterpreter(null)
    await builder.run({ argv: [interpreter.executable, '-m', 'venv', '--without-pip', environment] }, never)
    const result = await builder.run({ argv: [interpreter.executable, '-c', program] }, never)
    expect(result).toMatchObject({ outcome: 'exited', status: 0 })
  }

  const diskIsFull = (doing: string) => ({
    name: 'UserError',
    code: 'engine-disk-full',
    message: `The disk of the container engine is full (${doing}). Make room, for example with quarry images prune, and run again: what is finished is kept.`,
  })

  test('while a tree is laid into a builder', async () => {
    await engine.leaveFree(5 * megabyte)
    const opening = openBuilder('next', { large: new Uint8Array(10 * megabyte) })
    await expect(opening).rejects.toMatchObject(diskIsFull('filling /testbed'))
  })

  test('while a step of a build writes', async () => {
    await engine.leaveFree(5 * megabyte)
    const builder = await openBuilder('next')
    await expect(fill(builder, 10)).rejects.toMatchObject(diskIsFull('a step of a build'))
    await builder.close()
  })

  test('while what was built is laid over the runtime image', async () => {
    await engine.leaveFree(30 * megabyte)
    const builder = await openBuilder('next')
    await fill(builder, 20)
    await expect(builder.seal()).rejects.toMatchObject(diskIsFull('filling /quarry/environment'))
    await builder.close()
  })

  test('while the image is made of it', async () => {
    await engine.leaveFree(50 * megabyte)
    const builder = await openBuilder('next')
    await fill(builder, 20)
    await expect(builder.seal()).rejects.toMatchObject(
      diskIsFull('making the image quarry-test-full-environment:next'),
    )
    await builder.close()
  })

  test('while an image is pulled', async () => {
    const registry = await openRegistry(40 * megabyte)
    await engine.leaveFree(5 * megabyte)
    const options = { trees, temporaryRoot: join(root, 'sandbox'), defaultLimits: testLimits }
    const other = { ...settings, baseImage: registry.image }
    const pulling = await openDockerSandbox({ ...options, idleContainers: 0, settings: other })
    await expect(pulling.findInterpreter(null)).rejects.toMatchObject(diskIsFull(`pulling ${registry.image}`))
    await pulling.close()
    await registry.close()
  })

  test('while an image is saved, or loaded', async () => {
    const name = 'quarry-test-full-environment:small'
    const saved = { name, prefix: settings.imagePrefix, file: join(root, 'small.tar') }
    const small = await connectEngine()
    await engine.leaveFree(null)
    await saveImage(small, saved, never)
    await engine.leaveFree(5 * megabyte)
    await expect(saveImage(small, { ...saved, file: join(root, 'again.tar') }, never)).rejects.toMatchObject(
      diskIsFull(`saving the image ${name}`),
    )
    await engine.api.getImage(name).remove()
    await expect(loadImage(small, saved, never)).rejects.toMatchObject(
      diskIsFull(`loading the image ${name}`),
    )
    await engine.leaveFree(null)
    expect(await loadImage(small, saved, never)).toMatchObject({ name, loaded: true })
    expect((await readdir(root)).filter((file) => file.includes('tar'))).toEqual(['small.tar'])
  })
})
