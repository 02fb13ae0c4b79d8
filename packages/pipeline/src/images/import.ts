import { loadImage, type LoadedImage } from '@quarry/sandbox'
import type { ImagePlace } from './image-place.ts'

export type { LoadedImage } from '@quarry/sandbox'

/**
 * Loads a file that `exportImage` has written, into the engine.
 *
 * @param file absolute
 * @throws UserError `not-our-image`, `file-not-readable`
 */
export function importImage(
  { engine, settings }: ImagePlace,
  file: string,
  signal: AbortSignal,
): Promise<LoadedImage> {
  return loadImage(engine, { prefix: settings.imagePrefix, file }, signal)
}
