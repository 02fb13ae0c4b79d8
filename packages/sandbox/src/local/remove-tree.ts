import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes a directory with all below it, read-only directories included. Nothing happens when it isn't there. */
export async function removeTree(directory: string): Promise<void> {
  try {
    await rm(directory, { recursive: true, force: true })
  } catch {
    await openUp(directory)
    await rm(directory, { recursive: true, force: true })
  }
}

async function openUp(directory: string): Promise<void> {
  await chmod(directory, 0o700)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) await openUp(join(directory, entry.name))
  }
}
