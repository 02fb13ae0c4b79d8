import { dirname, isAbsolute, relative, resolve } from 'node:path'

/** A file (null) or link (its text), by path relative to the directory that was listed. */
export type Entry = readonly [path: string, link: string | null]

/** The selected paths, without links that leave the directory. */
export function choosePaths(
  directory: string,
  entries: readonly Entry[],
  select: (path: string) => boolean,
): string[] {
  return entries
    .filter(([path, link]) => {
      if (!select(path)) return false
      return link === null || isBelow(directory, resolve(directory, dirname(path), link))
    })
    .map(([path]) => path)
}

export function isBelow(top: string, path: string): boolean {
  const way = relative(top, path)
  return way === '' || (way.split('/')[0] !== '..' && !isAbsolute(way))
}
