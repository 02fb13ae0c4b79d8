import type Docker from 'dockerode'
import type { Engine } from './engine.ts'

/**
 * Whether the engine saw a container run out of memory since a moment (in milliseconds). Only asked when a container ended
 * by itself: a command may see to it that the kernel ends the agent first. Engines that tell no such events give false.
 */
export async function ranOutOfMemory(engine: Engine, containerId: string, since: number): Promise<boolean> {
  const options: Docker.GetEventsOptions = {
    since: since / 1000,
    until: Date.now() / 1000 + 1, // the event may come a little after the end
    filters: { container: [containerId], event: ['oom'] },
  }
  try {
    for await (const piece of await engine.api.getEvents(options))
      if (String(piece).trim() !== '') return true
  } catch {
    // Then it is told as what it looks like.
  }
  return false
}
