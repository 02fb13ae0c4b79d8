import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Bind } from './specification.ts'

/** What every new root shows of the host, besides its devices. */
const shownAnyway = ['/usr/', '/bin/', '/sbin/', '/lib/', '/lib64/', '/etc/', '/nix/']

/** Not the whole prefix: that may be somebody's home. */
const partsOfAPrefix = ['bin', 'include', 'lib', 'lib64', 'share', 'ssl']

/** The binds that show an interpreter installed elsewhere than with the system, under its own path. */
export function interpreterBinds(executable: string): Bind[] {
  if (isShownAnyway(executable)) return []
  const prefix = dirname(dirname(executable))
  return partsOfAPrefix
    .map((name) => join(prefix, name))
    .filter((directory) => existsSync(directory))
    .map((directory) => ({ source: directory, target: directory, writable: false }))
}

export function isShownAnyway(path: string): boolean {
  return shownAnyway.some((directory) => path.startsWith(directory))
}
