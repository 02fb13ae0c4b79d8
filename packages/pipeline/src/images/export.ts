import { UserError } from '@quarry/core'
import { listImages, type OwnImage, saveImage } from '@quarry/sandbox'
import { stat } from 'node:fs/promises'
import { findTag } from './find-tag.ts'
import type { ImagePlace } from './image-place.ts'

/** What `quarry images export` answers. */
export interface ExportedImage {
  readonly file: string
  readonly file_bytes: number
  readonly tag: string
  readonly name: string
  readonly title: string
}

/**
 * Writes the image of an environment to a file, which `importImage` takes elsewhere.
 *
 * @param subject a tag, a repository or an instance
 * @param file absolute
 * @throws UserError `image-not-there`, `no-such-environment`, `ambiguous-tag`, `environment-without-image`,
 *   `file-not-writable`
 */
export async function exportImage(
  { engine, settings, archive }: ImagePlace,
  subject: string,
  file: string,
  signal: AbortSignal,
): Promise<ExportedImage> {
  const images = (await listImages(engine, settings.imagePrefix)).filter(isNamed)
  const tags = images.map((image) => image.tag)
  const tag = await findTag(archive, tags, subject)
  const image = images.find((each) => each.tag === tag)
  if (image === undefined)
    throw new UserError(
      `The image of ${subject} is not on the container engine at ${engine.where}. quarry mine and quarry eval build it again when they need it.`,
      { code: 'image-not-there' },
    )
  const { name, title } = image
  await saveImage(engine, { name, prefix: settings.imagePrefix, file }, signal)
  return { file, file_bytes: (await stat(file)).size, tag, name, title }
}

function isNamed(image: OwnImage): image is OwnImage & { readonly tag: string; readonly name: string } {
  return image.tag !== null && image.name !== null
}
