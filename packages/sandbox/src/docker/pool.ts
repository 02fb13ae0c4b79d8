import type { ContainerSpec } from './container-options.ts'
import type { Worker } from './worker.ts'

/** Containers that are started ahead of need, and used again as long as they are as new. */
export interface Pool {
  /** A container that nobody else uses. */
  take(spec: ContainerSpec): Promise<Worker>
  /** Gives back a container that is as new. */
  giveBack(worker: Worker): Promise<void>
  /** Ends a container that is not. */
  drop(worker: Worker): Promise<void>
  /** Starts one in the background where none is idle. */
  warm(spec: ContainerSpec): void
  close(): Promise<void>
}

/**
 * @param startFresh starts a container
 * @param mostIdle containers that may wait at once, whatever they are made for
 */
export function openPool(startFresh: (spec: ContainerSpec) => Promise<Worker>, mostIdle: number): Pool {
  const idle: { key: string; worker: Promise<Worker> }[] = []
  const all = new Set<Promise<Worker>>()
  let closed = false

  function start(spec: ContainerSpec): Promise<Worker> {
    const worker = startFresh(spec)
    all.add(worker)
    worker.catch(() => {
      all.delete(worker)
      forget(worker) // who comes later asks anew: the trouble may be over
    })
    return worker
  }

  function forget(worker: Promise<Worker>): void {
    const index = idle.findIndex((each) => each.worker === worker)
    if (index >= 0) idle.splice(index, 1)
  }

  async function end(worker: Promise<Worker>): Promise<void> {
    try {
      await worker.then(
        (started) => started.destroy(),
        () => undefined, // it never began
      )
    } finally {
      all.delete(worker) // only now: closing waits for what is still ending
    }
  }

  async function put(key: string, worker: Promise<Worker>): Promise<void> {
    idle.push({ key, worker })
    const oldest = idle.length > mostIdle ? idle.shift() : undefined
    if (oldest !== undefined) await end(oldest.worker)
  }

  const byWorker = new WeakMap<Worker, Promise<Worker>>()
  return {
    async take(spec) {
      const key = JSON.stringify(spec)
      for (;;) {
        // The last one put back was used last: its pages are warm.
        const index = idle.findLastIndex((each) => each.key === key)
        const [found] = index < 0 ? [] : idle.splice(index, 1)
        const started = found?.worker ?? start(spec)
        const worker = await started
        byWorker.set(worker, started)
        if (!closed && worker.isAlive()) return worker
        await end(started)
        if (closed) throw new DOMException('The sandbox was closed.', 'AbortError')
      }
    },
    async giveBack(worker) {
      const started = byWorker.get(worker) ?? Promise.resolve(worker)
      if (closed) await end(started)
      else await put(JSON.stringify(worker.spec), started)
    },
    drop: (worker) => end(byWorker.get(worker) ?? Promise.resolve(worker)),
    warm(spec) {
      const key = JSON.stringify(spec)
      if (closed || idle.some((each) => each.key === key)) return
      const worker = start(spec)
      worker.catch(() => undefined) // who takes it hears of it
      void put(key, worker)
    },
    async close() {
      closed = true
      idle.length = 0
      await Promise.all([...all].map(end))
    },
  }
}
