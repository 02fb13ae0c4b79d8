import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** Removes what killed processes left half written below a folder for everything generated. */
export async function sweepHalfWritten(out: string): Promise<void> {
  const names = await readdir(out, { recursive: true })
  // As writeFileAtomically and the tree store name what is not in its place yet.
  await removeOfDead(out, names, /(?:\.(\d+)-[a-z0-9]+\.tmp|\/?trees\.git\.new-(\d+)-[a-z0-9]+)$/)
}

/** Removes the scratch directories of killed processes from the system's temporary folder. */
export async function sweepTemporary(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  await removeOfDead(tmpdir(), names, /^quarry-(?:trees|clone|tools)-(\d+)-\w+$/)
}

async function removeOfDead(directory: string, names: readonly string[], pattern: RegExp): Promise<void> {
  for (const name of names) {
    const [, pid] = (pattern.exec(name) ?? []).filter((part) => part !== undefined)
    const path = join(directory, name)
    if (pid !== undefined && !isRunning(Number(pid)) && (await isOwn(path)))
      await rm(path, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

async function isOwn(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null)
  return found?.uid === userInfo().uid
}
