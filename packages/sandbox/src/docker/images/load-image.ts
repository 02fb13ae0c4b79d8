import { createReadStream } from 'node:fs'
import { findImage } from '../commit-image.ts'
import type { Engine } from '../engine.ts'
import { followed } from '../followed.ts'
import { readSavedImage, type SavedImage } from './saved-image.ts'

export interface LoadedImage extends SavedImage {
  /** False where the engine had the environment already: then nothing was loaded. */
  readonly loaded: boolean
}

/**
 * Loads a file that `saveImage` has written.
 *
 * @param prefix start of the names of this installation's images
 * @throws UserError `not-our-image`, `file-not-readable`, `engine-disk-full`; InfrastructureError `engine-failed`.
 */
export async function loadImage(
  engine: Engine,
  { prefix, file }: { readonly prefix: string; readonly file: string },
  signal: AbortSignal,
): Promise<LoadedImage> {
  const saved = await readSavedImage(file, prefix)
  if ((await findImage(engine, saved.name)) !== null) return { ...saved, loaded: false }
  const doing = `loading the image ${saved.name}`
  try {
    await engine.call(doing, async () => {
      const stream = await engine.api.loadImage(createReadStream(file), { quiet: true, abortSignal: signal })
      await followed(engine, stream)
      if ((await findImage(engine, saved.name)) === null) throw new Error(`${file} did not give it`)
    })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
  return { ...saved, loaded: true }
}
