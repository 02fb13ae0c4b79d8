import type { Command, CommandResult } from '@quarry/core'

/** What runs commands and can be closed: a builder or a testbed. */
interface Runner {
  run(command: Command, signal: AbortSignal): Promise<CommandResult>
  close(): Promise<void>
}

export interface Closing {
  /** Opens a runner; where that is aborted, or everything closed meanwhile, it is ended, and the reason is thrown. */
  open<R extends Runner>(make: (signal: AbortSignal) => Promise<R>, signal: AbortSignal): Promise<R>
  closeAll(): Promise<void>
}

/** Keeps track of runners, so that closing one ends its commands first, and all can be closed at once. */
export function closing(): Closing {
  const tracked = new Set<Runner>()
  const opening = new Set<Promise<unknown>>()
  const closed = new AbortController()

  function track<R extends Runner>(runner: R): R {
    const ending = new AbortController()
    const running = new Set<Promise<unknown>>()
    let end: Promise<void> | null = null
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
        end ??= close()
        return end
      },
    }
    async function close(): Promise<void> {
      ending.abort(sandboxClosed())
      await Promise.allSettled(running)
      await runner.close()
      tracked.delete(guarded)
    }
    tracked.add(guarded)
    return guarded
  }

  return {
    async open(make, signal) {
      const both = AbortSignal.any([signal, closed.signal])
      both.throwIfAborted()
      const task = make(both)
      opening.add(task)
      try {
        const runner = track(await task)
        if (!both.aborted) return runner
        await runner.close()
        throw both.reason
      } finally {
        opening.delete(task)
      }
    },
    async closeAll() {
      closed.abort(sandboxClosed())
      await Promise.allSettled(opening)
      const ended = await Promise.allSettled([...tracked].map((runner) => runner.close()))
      const failed = ended.find((each) => each.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    },
  }
}

function sandboxClosed(): DOMException {
  return new DOMException('The sandbox was closed.', 'AbortError')
}
