/** Runs tasks one after the other, in the order they came. */
export function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return async (task) => {
    const mine = last.then(task, task)
    last = mine.catch(() => undefined)
    return await mine
  }
}
