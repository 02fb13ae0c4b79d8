import type { Instance } from '@quarry/core'
import type { MineSummary } from '@quarry/pipeline'
import { appendFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  mine,
  type Miniature,
  openMiniature,
  openPlace,
  outcomeOf,
  type Place,
  untilItSays,
} from './miniature.ts'
import { noTraces, tracesOf, untilForeignCodeRuns, untilNothingRuns } from './traces.ts'

/** In each of these foreign code runs: an installer, the whole suite, the tests of one candidate. */
const stages = ['environment', 'observe', 'validate'] as const

const told =
  'quarry: interrupted: ending what runs; finished work is kept, and the same command goes on from there'

/** Seconds in which all has to be over, also on a machine that is busy with other tests. */
const patience = 10

describe('a run that is interrupted', { timeout: 300_000 }, () => {
  let miniature: Miniature
  let undisturbed: unknown
  beforeAll(async () => {
    miniature = await openMiniature()
  })
  afterAll(() => miniature.remove())

  test('not at all leaves nothing but its results', async () => {
    const place = await openPlace(miniature, 'undisturbed')
    expect(await mine(place)).toMatchObject({ exitCode: 0 })
    expect(await tracesOf(place)).toEqual(noTraces)
    undisturbed = await outcomeOf(place)
  })

  test('by SIGINT or SIGTERM leaves nothing behind, and the next one goes on to the same end', async () => {
    const place = await openPlace(miniature, 'interrupted')
    for (const stage of stages)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        const { ended, inTime } = await endIn(stage, signal, place)
        expect({
          when: `${signal} in ${stage}`,
          status: ended.exitCode,
          stdout: ended.stdout,
          said: ended.stderr.split('\n').filter((line) => line.startsWith('quarry: ')),
          inTime,
          ...(await tracesOf(place)),
        }).toEqual({
          when: `${signal} in ${stage}`,
          status: 130,
          stdout: '',
          said: [told],
          inTime: true,
          ...noTraces,
        })
      }
    const last = await mine(place)
    const summary: MineSummary = JSON.parse(last.stdout)
    expect(last.exitCode).toBe(0)
    // Finished work is kept: at the least source, environment and observe.
    expect(summary.repositories[0]?.cached_stages).toBeGreaterThanOrEqual(3)
    expect(await outcomeOf(place)).toEqual(undisturbed)
  })

  test('while a candidate is still being proved lists the instances that are finished', async () => {
    const slow = join(miniature.home, 'slow/wordkit')
    await cp(join(miniature.home, 'wordkit'), slow, { recursive: true })
    await cp(join(slow, 'tests/test_tables.py'), join(slow, 'tests/test_tables_slowly.py'))
    const nap = '\n\ndef test_nap():\n    import time\n\n    time.sleep(20)\n'
    await appendFile(join(slow, 'tests/test_tables_slowly.py'), nap)
    const place = await openPlace(miniature, 'half-mined')
    const mining = mine(place, 'path:slow/wordkit')
    await untilItSays(mining, '"type":"instance-written"')
    mining.kill('SIGINT')
    expect(await mining).toMatchObject({ exitCode: 130, stdout: '' })
    expect(await tracesOf(place)).toEqual(noTraces)
    const instances = await listedIn(place)
    expect(instances.length).toBeGreaterThanOrEqual(1)
    expect(await readdir(join(place.out, 'instances'))).toEqual(instances)

    expect(await mine(place, 'path:slow/wordkit')).toMatchObject({ exitCode: 0 })
    const all = await listedIn(place)
    expect(all).toEqual([
      expect.stringContaining('.test_tables.'),
      expect.stringContaining('.test_tables_slowly.'),
    ])
    expect(all).toEqual(expect.arrayContaining(instances))
  })

  test('by SIGKILL leaves nothing running, and the next one clears up and goes on to the same end', async () => {
    const place = await openPlace(miniature, 'killed')
    for (const stage of stages) {
      const { pid } = await endIn(stage, 'SIGKILL', place)
      await untilNothingRuns(place, patience)
      const { processes, mounts } = await tracesOf(place)
      expect({ stage, processes, mounts }).toEqual({ stage, processes: [], mounts: [] })
      await leaveAsKilledWhileWriting(place, pid)
    }
    expect(await mine(place)).toMatchObject({ exitCode: 0 })
    expect(await tracesOf(place)).toEqual(noTraces)
    expect(await outcomeOf(place)).toEqual(undisturbed)
  })
})

/** Mines, and sends the signal once the stage has something running. */
async function endIn(stage: string, signal: NodeJS.Signals, place: Place) {
  const mining = mine(place)
  await untilItSays(mining, `"type":"stage-started","stage":"${stage}"`)
  await untilForeignCodeRuns(place)
  const sent = performance.now()
  mining.kill(signal)
  const ended = await mining
  return { pid: mining.pid, ended, inTime: performance.now() - sent < patience * 1000 }
}

/** Ids of the instances in the list. */
async function listedIn({ out }: Place): Promise<string[]> {
  const lines = (await readFile(join(out, 'instances.jsonl'), 'utf8')).split('\n').slice(0, -1)
  return lines.map((line) => (JSON.parse(line) as Instance).instance_id)
}

/** What a kill leaves when it comes in the middle of writing, which it seldom does. */
async function leaveAsKilledWhileWriting({ out, temporary }: Place, pid: number | undefined): Promise<void> {
  await writeFile(join(out, 'artifacts', `.half.json.${pid}-k3x9.tmp`), '{')
  await mkdir(join(out, `trees.git.new-${pid}-k3x9`))
  await mkdir(join(temporary, `quarry-trees-${pid}-kE3x9Z`))
  await mkdir(join(temporary, `quarry-clone-${pid}-kE3x9Z`))
}
