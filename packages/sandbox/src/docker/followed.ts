import type { Engine } from './engine.ts'

/** Waits until a long call has ended. It may fail by an error, or by an event only. */
export async function followed(engine: Engine, stream: NodeJS.ReadableStream): Promise<void> {
  const events = await new Promise<unknown[]>((resolve, reject) => {
    engine.api.modem.followProgress(stream, (error, output) => (error ? reject(error) : resolve(output)))
  })
  const failed = events.find((event): event is { error: string } => hasError(event))
  if (failed !== undefined) throw new Error(failed.error)
}

function hasError(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'error' in event && typeof event.error === 'string'
}
