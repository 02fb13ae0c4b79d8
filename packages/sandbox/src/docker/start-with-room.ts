import { bytesInWords, UserError } from '@quarry/core'
import type { ContainerSpec } from './container-options.ts'
import type { Engine } from './engine.ts'
import type { DockerSettings } from './settings.ts'
import { startWorker, type Worker } from './worker.ts'

/**
 * Starts a container, unless the disk of the engine is nearly full.
 * @throws UserError `disk-nearly-full`, and what `startWorker` throws.
 */
export async function startWithRoom(
  engine: Engine,
  { freeBytes }: Pick<DockerSettings, 'freeBytes'>,
  spec: ContainerSpec,
  name?: string,
): Promise<Worker> {
  const worker = await startWorker(engine, spec, name)
  const free = worker.greeting.free_bytes
  if (free >= freeBytes) return worker
  await worker.destroy()
  throw new UserError(
    `Only ${bytesInWords(free)} are free where the container engine at ${engine.where} keeps its data, and ${bytesInWords(freeBytes)} have to stay free. Make room there (quarry images prune removes images that nothing needs), or lower docker.freeGigabytes in pipeline.config.ts, and run again: what is finished is kept.`,
    { code: 'disk-nearly-full' },
  )
}
