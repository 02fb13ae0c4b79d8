import { expect, test } from 'vitest'
import { mine, openMiniature, openPlace, outcomeOf, untilItSays } from './miniature.ts'
import { noTraces, tracesOf } from './traces.ts'

test('of two runs into one folder the second says that the first is at work', async () => {
  const miniature = await openMiniature()
  try {
    const place = await openPlace(miniature, 'shared')
    const first = mine(place)
    await untilItSays(first, '"type":"run-started"')
    const second = await mine(place)
    expect({ status: second.exitCode, stdout: second.stdout, stderr: second.stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr:
        `quarry: process ${first.pid} is mining into ${place.out} already; ` +
        'wait until it has ended, or give this run another folder with --out [already-mining]',
    })
    expect(await first).toMatchObject({ exitCode: 0 })
    expect(await tracesOf(place)).toEqual(noTraces)
  } finally {
    await miniature.remove()
  }
}, 300_000)

test('two runs into folders of their own do not disturb each other', async () => {
  const miniature = await openMiniature()
  try {
    const one = await openPlace(miniature, 'one')
    const temporary = one.temporary
    const other = { ...(await openPlace(miniature, 'other')), temporary }
    const [first, second] = await Promise.all([mine(one), mine(other)])
    expect([first.exitCode, second.exitCode]).toEqual([0, 0])
    expect(await outcomeOf(one)).toEqual(await outcomeOf(other))
  } finally {
    await miniature.remove()
  }
}, 300_000)
