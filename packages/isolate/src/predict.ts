import type { TestFileObservation } from '@quarry/core'
import { stablePasses } from './stable-passes.ts'

export interface Prediction {
  /** Stable passes that run something that is gone. Sorted. */
  readonly f2p: string[]
  /** The other stable passes. Sorted. */
  readonly guard: string[]
}

/**
 * Which stable passes of the F2P files fail when carved, by the trace. A file that runs something of it while it is
 * imported cannot be collected, so all its points fail.
 *
 * @param gone indexes of the objects whose code is taken out
 */
export function predict(files: readonly TestFileObservation[], gone: ReadonlySet<number>): Prediction {
  const f2p: string[] = []
  const guard: string[] = []
  for (const file of files) {
    const failsToImport = file.imported.some((index) => gone.has(index))
    for (const point of stablePasses(file)) {
      const fails = failsToImport || point.executed.some((index) => gone.has(index))
      ;(fails ? f2p : guard).push(point.id)
    }
  }
  return { f2p: f2p.toSorted(), guard: guard.toSorted() }
}
