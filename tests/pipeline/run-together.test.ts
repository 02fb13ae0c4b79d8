import { runTogether } from '@quarry/pipeline'
import { expect, test } from 'vitest'

const never = new AbortController().signal

/** Ends when its signal does, and then says so. */
function untilAborted(signal: AbortSignal, ended: () => void): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      // Later than at once, as a process that is being ended takes a moment.
      setImmediate(() => {
        ended()
        reject(signal.reason as Error)
      })
    })
  })
}

test('results come in the order of the items, whichever ends first', async () => {
  const later = (number: number) =>
    new Promise<number>((resolve) => setTimeout(resolve, 10 - number, number * 2))
  expect(await runTogether([1, 2, 3], 2, never, later)).toEqual([2, 4, 6])
})

test('the first error is thrown only when everything else has ended, and nothing new starts', async () => {
  const log: string[] = []
  const running = runTogether(['waits', 'fails', 'comes later'], 2, never, async (item, signal) => {
    log.push(`${item} started`)
    if (item === 'fails') throw new Error('broken')
    return untilAborted(signal, () => log.push(`${item} ended`))
  })
  await expect(running).rejects.toThrow('broken')
  expect(log).toEqual(['waits started', 'fails started', 'waits ended'])
})

test('the caller may end all of them', async () => {
  const controller = new AbortController()
  const ended: string[] = []
  let started = 0
  const running = runTogether(['a', 'b'], 2, controller.signal, (item, signal) => {
    started += 1
    if (started === 2) setImmediate(() => controller.abort(new Error('interrupted')))
    return untilAborted(signal, () => ended.push(item))
  })
  await expect(running).rejects.toThrow('interrupted')
  expect(ended).toEqual(['a', 'b'])
})
