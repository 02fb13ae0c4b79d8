import { InfrastructureError } from '@quarry/core'
import { Done, type AgentPlace } from './protocol.ts'
import type { Worker } from './worker.ts'

/**
 * Fills a directory of a container from a tar stream; it is emptied first unless `add`.
 * @throws InfrastructureError `sandbox-failed`, `container-ended`.
 */
export async function layIn(
  worker: Worker,
  place: AgentPlace,
  archive: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  add = false,
): Promise<void> {
  const { error } = Done.parse(await worker.ask({ do: 'lay', place, add }, archive))
  if (error === undefined) return
  throw new InfrastructureError(`The Docker sandbox could not be filled: ${error}.`, {
    code: 'sandbox-failed',
  })
}
