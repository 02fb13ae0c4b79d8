import type { Command, CommandResult } from '@quarry/core'

/** What runs commands and can be closed: a builder or a testbed. */
interface Runner {
  run(command: Command, signal: AbortSignal): Promise<CommandResult>
  close(): Promise<void>
}

/** Keeps track of runners, so that closing one ends its commands first, and all can be closed at once. */
export function closing(): {
  track: <R extends Runner>(runner: R) => R
  closeAll: () => Promise<void>
} {
  const tracked = new Set<Runner>()

  function track<R extends Runner>(runner: R): R {
    const ending = new AbortController()
    const running = new Set<Promise<unknown>>()
    let closed: Promise<void> | null = null
    const guarded: R = {
      ...runner,
      async run(command: Command, signal: AbortSignal) {
        const task = runner.run(command, AbortSignal.any([signal, ending.signal]))
        running.add(task)
        try {
          return await task
        } finally {
          running.delete(task)
        }
      },
      close() {
        closed ??= end()
        return closed
      },
    }
    async function end(): Promise<void> {
      ending.abort(new DOMException('The sandbox was closed.', 'AbortError'))
      await Promise.allSettled(running)
      await runner.close()
      tracked.delete(guarded)
    }
    tracked.add(guarded)
    return guarded
  }

  async function closeAll(): Promise<void> {
    await Promise.all([...tracked].map((runner) => runner.close()))
  }

  return { track, closeAll }
}
