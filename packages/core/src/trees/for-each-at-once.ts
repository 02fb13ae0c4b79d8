const atOnce = 32

/**
 * Runs `work` for every item, a few dozen at a time: enough to keep the disk busy, few enough for the open-file limit. After
 * a failure nothing new is begun, and what was begun is over when the failure is thrown.
 */
export async function forEachAtOnce<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries()
  let failed = false
  async function drain(): Promise<void> {
    for (const [index, item] of queue) {
      if (failed) return
      await work(item, index).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const results = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, drain))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
}
