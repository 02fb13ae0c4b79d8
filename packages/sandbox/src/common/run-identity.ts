import { readFileSync } from 'node:fs'

/** Names this process so that another one with the same number, after a restart, is not taken for it. */
export function ownIdentity(): string {
  return `${process.pid}.${startTime(process.pid) ?? 0}`
}

/** True while the process that `ownIdentity` named is alive. */
export function isAlive(identity: string): boolean {
  const [pid, started] = identity.split('.').map(Number)
  if (pid === undefined || started === undefined || !(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Any other refusal means that it is there, but somebody else's.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  const now = startTime(pid)
  return now === null || now === started
}

/** Clock ticks after boot, or null where there is no /proc. */
function startTime(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    return Number(fields?.[19])
  } catch {
    return null
  }
}
