const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Why a run was ended from outside. */
class Interrupted extends Error {
  constructor(signal: string) {
    super(`interrupted by ${signal}`)
    this.name = 'Interrupted'
  }
}

/**
 * Turns the first signal into an abort, which lets everything that was started end in order; later ones only get a word.
 * `stop` gives the signals back to the system.
 */
export function listenForInterruption(tell: (message: string) => void): {
  readonly signal: AbortSignal
  stop(): void
} {
  const controller = new AbortController()
  const onSignal = (signal: string): void => {
    if (controller.signal.aborted) {
      tell('still cleaning up: ending what runs, so that nothing is left behind')
      return
    }
    // First the abort: it takes the progress block off the terminal, and the word stands below.
    controller.abort(new Interrupted(signal))
    tell('interrupted: ending what runs; finished work is kept, and the same command goes on from there')
  }
  for (const signal of signals) process.on(signal, onSignal)
  return {
    signal: controller.signal,
    stop: () => {
      for (const signal of signals) process.off(signal, onSignal)
    },
  }
}
