import { dirname } from 'node:path'
import type { Bind } from './specification.ts'

/** What every new root shows of the host, besides its devices. */
const shownAnyway = ['/usr/', '/bin/', '/sbin/', '/lib/', '/lib64/', '/etc/', '/nix/']

/** The binds that show an interpreter installed elsewhere than with the system, under its own path. */
export function interpreterBinds(executable: string): Bind[] {
  if (isShownAnyway(executable)) return []
  const prefix = dirname(dirname(executable))
  return [{ source: prefix, target: prefix, writable: false }]
}

export function isShownAnyway(path: string): boolean {
  return shownAnyway.some((directory) => path.startsWith(directory))
}
