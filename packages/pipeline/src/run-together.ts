import pLimit from 'p-limit'

/**
 * Runs tasks, so many at once. The first error ends the others through their signal, and is thrown only when all have
 * ended: nobody goes on working in a sandbox that the caller is about to close.
 *
 * @param signal ends all of them
 * @returns the results in the order of the items
 */
export async function runTogether<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  signal: AbortSignal,
  task: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const failure = new AbortController()
  const either = AbortSignal.any([signal, failure.signal])
  const limit = pLimit(concurrency)
  const running = items.map((item) =>
    limit(async () => {
      either.throwIfAborted()
      return task(item, either).catch((error: unknown) => {
        // At once, before the next task takes the free place.
        failure.abort(error)
        throw error
      })
    }),
  )
  try {
    return await Promise.all(running)
  } catch (error) {
    await Promise.allSettled(running)
    throw error
  }
}
