import { rm } from 'node:fs/promises'
import { execa } from 'execa'

/** Removes a directory with all below it, read-only directories included. Nothing happens when it isn't there. */
export async function removeTree(directory: string): Promise<void> {
  try {
    await rm(directory, { recursive: true, force: true })
  } catch {
    await execa('chmod', ['-R', 'u+rwX', '--', directory], { reject: false })
    await rm(directory, { recursive: true, force: true })
  }
}
