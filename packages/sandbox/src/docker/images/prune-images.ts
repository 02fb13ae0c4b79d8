import type { Engine } from '../engine.ts'
import { statusOf } from '../engine-errors.ts'
import type { OwnImage } from './own-image.ts'

/** What is to go, and what would go if no container used it. */
export interface PrunePlan {
  readonly remove: readonly OwnImage[]
  readonly in_use: readonly OwnImage[]
}

export interface Pruned extends PrunePlan {
  /** Room that was given back. */
  readonly freed_bytes: number
}

/**
 * Environments that nobody names any more, what has lost its name, and runtime images that no other image needs then.
 *
 * @param needed tags of environments that stay
 */
export function planPrune(images: readonly OwnImage[], needed: ReadonlySet<string>): PrunePlan {
  const stays = ({ kind, name, tag }: OwnImage): boolean =>
    kind === 'environment' && name !== null && tag !== null && needed.has(tag)
  const environments = images.filter(({ kind }) => kind === 'environment')
  const kept = environments.filter((image) => stays(image) || inUse(image))
  const unneeded = images.filter((image) =>
    image.kind === 'environment' ? !stays(image) : kept.every(({ from }) => from !== image.id),
  )
  return {
    remove: unneeded.filter((image) => !inUse(image)),
    in_use: unneeded.filter(inUse),
  }
}

function inUse({ containers }: OwnImage): boolean {
  return containers.length > 0
}

/** Does what was planned. What a container has begun to use meanwhile stays, and is named as in use. */
export async function pruneImages(
  engine: Engine,
  { remove, in_use }: PrunePlan,
  signal: AbortSignal,
): Promise<Pruned> {
  const removed: OwnImage[] = []
  const busy: OwnImage[] = []
  // Environments come first in every list: a runtime image cannot go before them.
  for (const image of remove) {
    signal.throwIfAborted()
    const list = (await removeImage(engine, image)) ? removed : busy
    list.push(image)
  }
  const left = await engine.call('listing images', () => engine.api.listImages({ all: true }))
  const isThere = new Set(left.map(({ Id }) => Id)) // one to which somebody has given another name stays
  const freed_bytes = removed
    .filter(({ id }) => !isThere.has(id))
    .reduce((sum, { own_bytes }) => sum + own_bytes, 0)
  return { remove: removed, in_use: [...in_use, ...busy], freed_bytes }
}

/** False where it is in use. */
async function removeImage(engine: Engine, { id, name }: OwnImage): Promise<boolean> {
  try {
    await engine.api.getImage(name ?? id).remove()
    return true
  } catch (error) {
    if (statusOf(error) === 404) return true // it went with the last image made from it
    if (statusOf(error) === 409) return false
    return engine.call(`removing the image ${name ?? id}`, () => Promise.reject(error))
  }
}
