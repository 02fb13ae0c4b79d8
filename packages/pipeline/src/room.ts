import { bytesInWords, UserError } from '@quarry/core'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Workspace } from './workspace.ts'

/**
 * Ends a run before it meets a full disk: what is half written then is lost, and a test that finds no room fails.
 * @throws UserError `disk-nearly-full`
 */
export async function checkRoom({ out, config }: Pick<Workspace, 'out' | 'config'>): Promise<void> {
  const needed = config.limits.freeMegabytes * 1e6
  await checkFolder(out, 'where results go', needed, 'name a folder with more room (--out)')
  await checkFolder(tmpdir(), 'for temporary files', needed, 'name a folder with more room (TMPDIR)')
}

async function checkFolder(folder: string, what: string, needed: number, instead: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= needed) return
  throw new UserError(
    `Only ${bytesInWords(free)} are free below ${folder}, ${what}, and ${bytesInWords(needed)} have to stay free (limits.freeMegabytes in pipeline.config.ts). Make room there or ${instead}, and run again: what is finished is kept.`,
    { code: 'disk-nearly-full' },
  )
}
