import { InfrastructureError } from '@quarry/core'
import { engineDiskFull, saysDiskFull } from './full-disk.ts'
import { Done, type AgentPlace } from './protocol.ts'
import type { Worker } from './worker.ts'

/**
 * Fills a directory of a container from a tar stream; it is emptied first unless `add`.
 * @throws InfrastructureError `sandbox-failed`, `container-ended`; UserError `engine-disk-full`.
 */
export async function layIn(
  worker: Worker,
  place: AgentPlace,
  archive: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  add = false,
): Promise<void> {
  const { error } = Done.parse(await worker.ask({ do: 'lay', place, add }, archive))
  if (error === undefined) return
  // While tests run, files lie in memory, within limits: then it is not the engine's disk.
  if (worker.spec.purpose === 'build' && saysDiskFull(error))
    throw engineDiskFull(`filling ${place.target}`, new Error(error))
  throw new InfrastructureError(`The Docker sandbox could not be filled: ${error}.`, {
    code: 'sandbox-failed',
  })
}
