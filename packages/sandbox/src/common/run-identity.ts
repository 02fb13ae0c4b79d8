import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Names this process so that another one with the same number, after a restart or in another PID namespace, is not taken
 * for it: process number, start, namespace.
 */
export function ownIdentity(): string {
  return `${process.pid}.${startTime(process.pid) ?? 0}-${ownNamespace()}`
}

/**
 * Whether the process that `ownIdentity` named may be alive: of one in another PID namespace nothing can be known from
 * here. What such a process owns is not swept.
 */
export function mayBeAlive(identity: string): boolean {
  const { namespace } = parse(identity)
  return (namespace !== null && namespace !== ownNamespace()) || isAlive(identity)
}

/** True while the process that `ownIdentity` named is alive, seen from this PID namespace. */
export function isAlive(identity: string): boolean {
  const { pid, started, namespace } = parse(identity)
  if (!(pid > 0) || (namespace !== null && namespace !== ownNamespace())) return false
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

/** An identity, or a name that begins with one. */
function parse(name: string): { pid: number; started: number; namespace: number | null } {
  const found = /^(\d+)\.(\d+)(?:-(\d+))?/.exec(name)
  return {
    pid: Number(found?.[1] ?? 0),
    started: Number(found?.[2] ?? 0),
    namespace: found?.[3] === undefined ? null : Number(found[3]),
  }
}

/** Number of this process's PID namespace; 0 where the system has none. */
function ownNamespace(): number {
  try {
    return Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? 0)
  } catch {
    return 0
  }
}
