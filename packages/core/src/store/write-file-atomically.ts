import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { InfrastructureError } from '../errors/errors.ts'

/**
 * Writes a file so that others see the old content or the new one, never a part, even when the power goes: under another
 * name in the same folder, flushed to disk, then moved into place. Makes the folder if need be.
 * @throws InfrastructureError `file-not-written`; the old content is then still there.
 */
export async function writeFileAtomically(file: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(file)
  const temporary = join(
    folder,
    `.${basename(file)}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`,
  )
  try {
    await mkdir(folder, { recursive: true })
    await writeAndFlush(temporary, content)
    await rename(temporary, file)
    await flushFolder(folder)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw new InfrastructureError(`cannot write ${file}; is the disk full or the folder read-only?`, {
      code: 'file-not-written',
      cause: error,
    })
  }
}

async function writeAndFlush(file: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The new name is on disk only when the folder is. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
