import { InfrastructureError, UserError } from '@quarry/core'
import type { Engine } from './engine.ts'
import { explainEngineError, statusOf } from './engine-errors.ts'
import { findImage } from './commit-image.ts'
import { followed } from './followed.ts'

/**
 * The id of an image that others make; pulled where the engine does not have it.
 * @throws UserError `image-not-found`; InfrastructureError `registry-unreachable`.
 */
export async function ensureImage(engine: Engine, name: string): Promise<string> {
  const there = await findImage(engine, name)
  if (there !== null) return there.id
  try {
    await followed(engine, await engine.api.pull(name))
  } catch (error) {
    throw notPulled(engine, name, error)
  }
  const pulled = await findImage(engine, name)
  if (pulled !== null) return pulled.id
  throw notPulled(engine, name, new Error('the engine reported no error, and has no such image'))
}

function notPulled(engine: Engine, name: string, error: unknown): Error {
  const said = error instanceof Error ? error.message : String(error)
  const explained = explainEngineError(error, engine.where, `pulling ${name}`)
  if (explained instanceof UserError) return explained
  const isUnknown =
    statusOf(error) === 404 ||
    /not found|manifest unknown|access denied|repository does not exist/i.test(said)
  if (isUnknown) {
    return new UserError(
      `The container engine at ${engine.where} has no image ${name}, and no registry gives it: ${said}. Name another one: docker.baseImage and docker.buildImage in pipeline.config.ts, or QUARRY_BASE_IMAGE and QUARRY_BUILD_IMAGE.`,
      { code: 'image-not-found', cause: error },
    )
  }
  return new InfrastructureError(
    `The image ${name} is not on the container engine at ${engine.where}, and could not be pulled: ${said}. Check that the registry can be reached from there, bring the image (docker load) and run again, or use the local sandbox: --sandbox local.`,
    { code: 'registry-unreachable', cause: error },
  )
}
