import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file so that others see the old content or the new one, never a part, even when the power goes: under another
 * name in the same folder, flushed to disk, then moved into place. Makes the folder if need be.
 */
export async function writeFileAtomically(file: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  const temporary = join(
    folder,
    `.${basename(file)}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`,
  )
  try {
    await writeAndFlush(temporary, content)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await flushFolder(folder)
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
