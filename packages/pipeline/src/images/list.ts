import { environmentBytes, listImages, type OwnImage } from '@quarry/sandbox'
import type { ImagePlace } from './image-place.ts'
import { type KnownTags, readKnownTags } from './known-tags.ts'

/** An image, and the repositories whose results name it. */
export interface ListedImage extends OwnImage {
  readonly repositories: readonly string[]
}

/** What `quarry images list` answers. */
export interface ImageReport {
  /** How the engine was reached. */
  readonly engine: string
  /** Folder whose results were looked at for the names of repositories. */
  readonly out: string
  readonly images: readonly ListedImage[]
  /** What the environments take, each without what it shares, and what they may. */
  readonly environment_bytes: number
  readonly budget_bytes: number
}

/** The images that Quarry made on the engine. */
export async function reportImages({ engine, settings, archive }: ImagePlace): Promise<ImageReport> {
  const images = await listImages(engine, settings.imagePrefix)
  const known = await readKnownTags(archive)
  return {
    engine: engine.where,
    out: archive.out,
    images: images.map(withRepositories(known)),
    environment_bytes: environmentBytes(images),
    budget_bytes: settings.imageBytes,
  }
}

export function withRepositories(known: KnownTags): (image: OwnImage) => ListedImage {
  return (image) => ({ ...image, repositories: known.get(image.tag ?? '') ?? [] })
}
