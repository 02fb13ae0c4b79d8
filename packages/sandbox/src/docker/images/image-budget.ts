import { bytesInWords, UserError } from '@quarry/core'
import type { Engine } from '../engine.ts'
import type { DockerSettings } from '../settings.ts'
import { listImages } from './list-images.ts'
import { environmentBytes } from './own-image.ts'

/** @throws UserError `image-budget-reached` when the images of all environments take what they may. */
export async function checkImageBudget(
  engine: Engine,
  { imagePrefix, imageBytes }: DockerSettings,
): Promise<void> {
  const used = environmentBytes(await listImages(engine, imagePrefix))
  if (used < imageBytes) return
  throw new UserError(
    `No further environment is built: the images of environments take ${bytesInWords(used)} on the container engine at ${engine.where}, and ${bytesInWords(imageBytes)} is their budget. Remove those that nothing needs (quarry images prune), or raise docker.imageGigabytes in pipeline.config.ts, and run again: what is finished is kept.`,
    { code: 'image-budget-reached' },
  )
}
