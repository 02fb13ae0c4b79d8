import { InfrastructureError } from '@quarry/core'
import { setTimeout as wait } from 'node:timers/promises'

const betweenTries = 300

/**
 * Opens a builder, and waits while another process builds under the same tag, as when one package is mined into two
 * folders at once. `open` is asked anew each time, because that process may have made what is wanted.
 */
export async function waitForTurn<T>(open: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof InfrastructureError) || error.code !== 'environment-busy') throw error
    }
    await wait(betweenTries, undefined, { signal })
  }
}
