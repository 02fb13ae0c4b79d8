import type { Instance } from '@quarry/core'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { containersOf, engineAnswers, goneInTime, removeTestImages } from '../sandbox/engine.ts'
import { baseImage, imagePrefix } from '../sandbox/openers.ts'
import { mine, type Miniature, openMiniature, openPlace, type Place, untilItSays } from './miniature.ts'

const answers = await engineAnswers()
const inDocker = ['path:wordkit', '--sandbox', 'docker', '--python', '3.11'] as const

describe.skipIf(!answers)('a run in containers', { timeout: 300_000 }, () => {
  let miniature: Miniature
  let undisturbed: unknown
  beforeAll(async () => {
    if (!answers) return
    miniature = await openMiniature()
    const docker = { baseImage: baseImage('3.11'), imagePrefix: imagePrefix(miniature.home) }
    const config = { minCarvedLines: 20, minF2pPoints: 5, p2pFiles: 3, docker }
    await writeFile(join(miniature.home, 'pipeline.config.ts'), `export default ${JSON.stringify(config)}\n`)
  })
  afterAll(async () => {
    if (!answers) return
    await removeTestImages(miniature.home)
    await miniature.remove()
  })

  test('gives what a run without gives, patches and statements byte for byte', async () => {
    const without = await openPlace(miniature, 'without')
    const within = await openPlace(miniature, 'within')
    expect(await mine(without, 'path:wordkit', '--sandbox', 'local', '--python', '3.11')).toMatchObject({
      exitCode: 0,
    })
    const mining = mine(within, ...inDocker)
    expect(await mining).toMatchObject({ exitCode: 0 })
    undisturbed = await tasksOf(within)
    expect(undisturbed).toEqual(await tasksOf(without))
    expect(await goneInTime(mining.pid)).toEqual([])
  })

  test.each(['SIGINT', 'SIGKILL'] as const)(
    'that ends by %s leaves no container running, and the next one goes on to the same end',
    async (signal) => {
      const place = await openPlace(miniature, signal)
      const pids: (number | undefined)[] = []
      for (const stage of ['environment', 'observe', 'validate']) {
        const mining = mine(place, ...inDocker)
        await untilItSays(mining, `"type":"stage-started","stage":"${stage}"`)
        await untilContainersRun(mining.pid)
        mining.kill(signal)
        const { exitCode, signal: endedBy } = await mining
        pids.push(mining.pid)
        const left = await goneInTime(mining.pid)
        // Killed between making a container and starting it, nobody is left who could remove it, and nothing is in it.
        const running = signal === 'SIGKILL' ? left.filter((one) => !one.endsWith(' created')) : left
        expect({ stage, exitCode, endedBy, left: running }).toEqual({
          stage,
          exitCode: signal === 'SIGINT' ? 130 : undefined,
          endedBy: signal === 'SIGINT' ? undefined : signal,
          left: [],
        })
      }
      expect(await mine(place, ...inDocker)).toMatchObject({ exitCode: 0 })
      expect(await tasksOf(place)).toEqual(undisturbed)
      expect((await Promise.all(pids.map(containersOf))).flat()).toEqual([])
    },
  )
})

async function untilContainersRun(pid: number | undefined): Promise<void> {
  const until = Date.now() + 60_000
  while ((await containersOf(pid)).length === 0 && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

/** All that there is of the tasks, but for the keys of what they were made from, and where. */
async function tasksOf({ out }: Place): Promise<unknown> {
  const folder = join(out, 'instances')
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(name, 'utf8')
      if (!name.endsWith('.json')) return [name.slice(folder.length), text]
      const instance: Instance = JSON.parse(text)
      return [name.slice(folder.length), { ...instance, refs: null, content_hash: null, measured: null }]
    }),
  )
}
