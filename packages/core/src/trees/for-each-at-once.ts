const atOnce = 32

/** Runs `work` for every item, a few dozen at a time: enough to keep the disk busy, few enough for the open-file limit. */
export async function forEachAtOnce<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries()
  async function drain() {
    for (const [index, item] of queue) await work(item, index)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, drain))
}
