import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { InfrastructureError, UserError } from '@quarry/core'
import type { Engine } from '../engine.ts'
import { readSavedImage } from './saved-image.ts'

/**
 * Writes the image of an environment to a file that another engine can load; whole, or not at all.
 *
 * @param prefix start of the names of this installation's images
 * @throws UserError `file-not-writable`, `engine-disk-full`; InfrastructureError `engine-failed`.
 */
export async function saveImage(
  engine: Engine,
  { name, prefix, file }: { readonly name: string; readonly prefix: string; readonly file: string },
  signal: AbortSignal,
): Promise<void> {
  const random = Math.random().toString(36).slice(2)
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}-${random}.tmp`)
  try {
    const stream = await engine.call(`saving the image ${name}`, () => engine.api.getImage(name).get())
    await pipeline(stream, createWriteStream(temporary, { flags: 'wx', flush: true }), { signal })
    await checkWhole(temporary, prefix, name)
    await rename(temporary, file)
  } catch (error) {
    signal.throwIfAborted()
    throw explained(error, file, engine, name)
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined) // it cannot be made there either
  }
}

/** An engine that fails half-way may end the stream as if nothing were wrong. */
async function checkWhole(temporary: string, prefix: string, name: string): Promise<void> {
  const isWhole = await readSavedImage(temporary, prefix).then(
    (saved) => saved.name === name,
    () => false,
  )
  if (!isWhole) throw new Error('it sent a part of the image only')
}

function explained(error: unknown, file: string, engine: Engine, name: string): Error {
  if (error instanceof UserError || error instanceof InfrastructureError) return error
  const said = error instanceof Error ? error.message : String(error)
  if (error instanceof Error && 'syscall' in error && error.syscall !== 'read') {
    return new UserError(`cannot write ${file}: ${said}. Nothing is left of it.`, {
      code: 'file-not-writable',
      cause: error,
    })
  }
  return new InfrastructureError(
    `The container engine at ${engine.where} failed (saving the image ${name}): ${said}`,
    { code: 'engine-failed', cause: error },
  )
}
