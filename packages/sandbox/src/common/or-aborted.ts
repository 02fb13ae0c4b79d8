/** The task's result, or the signal's reason as soon as it is aborted; the task then ends by itself, unheard. */
export function orAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(signal.reason)
    if (signal.aborted) give()
    signal.addEventListener('abort', give, { once: true })
    task.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
  })
}
