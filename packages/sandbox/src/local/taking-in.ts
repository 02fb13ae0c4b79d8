import { readdir, readlink } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { BugError, type SandboxPaths, type TreeHash, type TreeStore } from '@quarry/core'

/** Relative paths of the files and links below a directory, sorted by bytes. */
export async function listFiles(
  paths: SandboxPaths,
  lies: SandboxPaths,
  directory: string,
): Promise<readonly string[]> {
  const found = await readdir(toHost(paths, lies, directory), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => relative(toHost(paths, lies, directory), join(entry.parentPath, entry.name)))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

/** Takes files into the tree store; links that leave the directory are skipped. */
export async function captureFiles(
  trees: TreeStore,
  paths: SandboxPaths,
  lies: SandboxPaths,
  directory: string,
  select: (path: string) => boolean,
): Promise<TreeHash> {
  const host = toHost(paths, lies, directory)
  const found = await readdir(host, { recursive: true, withFileTypes: true })
  const leaving = new Set<string>()
  for (const entry of found.filter((each) => each.isSymbolicLink())) {
    const path = relative(host, join(entry.parentPath, entry.name))
    const target = resolve(directory, path, '..', await readlink(join(host, path)))
    if (!isBelow(directory, target)) leaving.add(path)
  }
  const taken = await trees.importDirectory(host, (path) => !leaving.has(path) && select(path))
  return taken.tree
}

function toHost(paths: SandboxPaths, lies: SandboxPaths, directory: string): string {
  const roles = ['testbed', 'environment', 'site', 'tools', 'home', 'temporary'] as const
  const role = roles.find((each) => isBelow(paths[each], directory))
  if (role === undefined) {
    throw new BugError(`${directory} is not below a directory of the builder.`, {
      code: 'not-in-the-builder',
    })
  }
  return join(lies[role], relative(paths[role], directory))
}

function isBelow(top: string, path: string): boolean {
  const way = relative(top, path)
  return way === '' || (way.split('/')[0] !== '..' && !isAbsolute(way))
}
