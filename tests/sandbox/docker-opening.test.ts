import { setTimeout as wait } from 'node:timers/promises'
import type { Builder, BuilderSpec, Sandbox } from '@quarry/core'
import Docker from 'dockerode'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DockerFolder, openDockerFolder } from './docker-folder.ts'
import { engineAnswers, goneInTime } from './engine.ts'
import { imagePrefix } from './openers.ts'
import { never } from './subject.ts'

const answers = await engineAnswers()

describe.skipIf(!answers)('a builder that opens, while its container is being filled,', () => {
  let folder: DockerFolder
  let sandbox: Sandbox
  let spec: BuilderSpec

  beforeAll(async () => {
    if (!answers) return
    folder = await openDockerFolder()
    sandbox = await folder.open()
    const interpreter = await sandbox.findInterpreter(null)
    // Large enough that filling takes a while; small for the tree store, which keeps it once.
    const blob = await folder.trees.writeBlob(new Uint8Array(4_000_000))
    const paths = Array.from({ length: 40 }, (_, index) => `large-${index}`)
    const tree = await folder.trees.writeTree(paths.map((path) => ({ path, mode: '100644', blob })))
    spec = { tag: 'filled', interpreter, tree, tools: null }
  })
  afterEach(expectNothingLeft)
  afterAll(async () => {
    if (answers) await folder.close()
  })

  async function expectNothingLeft(): Promise<void> {
    expect(await goneInTime()).toEqual([])
  }

  /** The builder's container, as soon as tar fills it. */
  async function whenFilled(opening: Promise<Builder>): Promise<Docker.Container> {
    const container = new Docker().getContainer(`${imagePrefix(folder.top)}-builder-${spec.tag}`)
    const state = { over: false }
    opening.catch(() => undefined).finally(() => (state.over = true))
    while (!state.over) {
      // It may not be there yet, or not run.
      const shown = await container
        .top({ ps_args: '-eo pid,args' })
        .catch(() => ({ Processes: [] as string[][] }))
      if (shown.Processes.some(([, command = '']) => /\btar -x /.test(command))) return container
      await wait(10)
    }
    await opening // its own failure tells more
    throw new Error('the builder was opened before its container was seen to be filled')
  }

  it('fails at once when the container is killed', async () => {
    const opening = sandbox.openBuilder(spec, never)
    const container = await whenFilled(opening)
    await container.kill()
    const killed = Date.now()
    await expect(opening).rejects.toMatchObject({ name: 'InfrastructureError', code: 'container-ended' })
    expect(Date.now() - killed).toBeLessThan(5000)
  })

  it('ends at once when it is aborted, and the reason comes back', async () => {
    const controller = new AbortController()
    const reason = new Error('stopped by the test')
    const opening = sandbox.openBuilder(spec, controller.signal)
    await whenFilled(opening)
    controller.abort(reason)
    const aborted = Date.now()
    await expect(opening).rejects.toBe(reason)
    expect(Date.now() - aborted).toBeLessThan(5000)
  })

  it('ends when the sandbox is closed', async () => {
    const other = await folder.open()
    const opening = other.openBuilder(spec, never)
    await whenFilled(opening)
    const [closed, opened] = await Promise.allSettled([other.close(), opening])
    expect(closed.status).toBe('fulfilled')
    expect(opened).toMatchObject({ reason: { name: 'AbortError', message: 'The sandbox was closed.' } })
  })
})
