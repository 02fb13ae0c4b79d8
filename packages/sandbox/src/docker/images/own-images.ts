import { z } from 'zod'
import { findImage } from '../commit-image.ts'
import type { Engine } from '../engine.ts'
import { statusOf } from '../engine-errors.ts'
import { builderPrefix, environmentImage, imageLabels, runtimeRepository } from '../image-names.ts'

/** An image that Quarry made, as the engine keeps it. */
export interface OwnImage {
  readonly kind: 'environment' | 'runtime'
  readonly id: string
  /** Null where another image has taken the name, or somebody removed it. */
  readonly name: string | null
  /** Tag of the environment; null for runtime images. */
  readonly tag: string | null
  /** What an environment was made for; the base image of a runtime image. */
  readonly title: string
  /** Version of the interpreter. */
  readonly python: string | null
  /** Name of the image that everything began with; null where that is not known on this engine. */
  readonly base: string | null
  /** Id of the image that it adds a layer to. */
  readonly from: string | null
  /** What it takes on the disk beyond that image. */
  readonly own_bytes: number
  readonly shared_bytes: number
  /** ISO 8601. */
  readonly created: string
  /** Names of the containers that need it now, those that are not running included. */
  readonly containers: readonly string[]
}

const ofInterpreter = z.object({ version: z.string() })

/**
 * The images with this start of their names, environments first, each kind by title. Those that lost their name are told
 * by a label.
 */
export async function listOwnImages(engine: Engine, prefix: string): Promise<OwnImage[]> {
  // All of them: the size of one is told from that of the image below it.
  const all = await engine.call('listing images', () => engine.api.listImages({ all: true }))
  const containers = await engine.call('listing containers', () => engine.api.listContainers({ all: true }))
  const users = containers.map(({ Names, ImageID }) => ({
    name: (Names[0] ?? '').replace(/^\//, ''),
    image: ImageID,
  }))
  const sizes = new Map(all.map(({ Id, Size }) => [Id, Size]))
  const titles = new Map(all.map(({ Id, Labels }) => [Id, labelOf(Labels, imageLabels.title)]))
  const images = all.flatMap(({ Id, RepoTags, Labels, Size, Created }): OwnImage[] => {
    const kind = labelOf(Labels, imageLabels.kind)
    if (kind !== 'environment' && kind !== 'runtime') return []
    const name = ownName(RepoTags ?? [], prefix)
    if (name === null && (hasName(RepoTags ?? []) || labelOf(Labels, imageLabels.prefix) !== prefix))
      return []
    const title = labelOf(Labels, imageLabels.title) ?? ''
    const from = labelOf(Labels, imageLabels.from)
    const below = from === null ? 0 : (sizes.get(from) ?? 0)
    const isBuilder = (container: string): boolean => container.startsWith(builderPrefix(prefix))
    return [
      {
        kind,
        id: Id,
        name,
        tag: kind === 'environment' ? labelOf(Labels, imageLabels.tag) : null,
        title,
        python: versionOf(labelOf(Labels, imageLabels.interpreter)),
        base: kind === 'runtime' ? title : from === null ? null : (titles.get(from) ?? null),
        from,
        own_bytes: Math.max(0, Size - below),
        shared_bytes: Math.min(Size, below),
        created: new Date(Created * 1000).toISOString(),
        containers: users
          // What is being built now will be made from a runtime image.
          .filter(({ name: user, image }) => image === Id || (kind === 'runtime' && isBuilder(user)))
          .map(({ name: user }) => user)
          .toSorted(),
      },
    ]
  })
  return images.toSorted(byKindAndTitle)
}
