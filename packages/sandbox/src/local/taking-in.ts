import { readdir, readlink, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { BugError, InfrastructureError, type SandboxPaths, type TreeHash, type TreeStore } from '@quarry/core'

/** Relative paths of the files and links below a directory, sorted by bytes. */
export async function listFiles(
  paths: SandboxPaths,
  onHost: SandboxPaths,
  directory: string,
): Promise<readonly string[]> {
  const found = await filesBelow(await toHost(paths, onHost, directory))
  return found.map((file) => file.path).toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

/** Takes files into the tree store; links that leave the directory are skipped. */
export async function captureFiles(
  trees: TreeStore,
  paths: SandboxPaths,
  onHost: SandboxPaths,
  directory: string,
  select: (path: string) => boolean,
): Promise<TreeHash> {
  const host = await toHost(paths, onHost, directory)
  const wanted = new Set<string>()
  for (const { path, link } of await filesBelow(host)) {
    if (!select(path)) continue
    const target = link && resolve(directory, path, '..', await readlink(join(host, path)))
    if (target !== false && !isBelow(directory, target)) continue
    for (let at = path; at !== '.'; at = dirname(at)) wanted.add(at)
  }
  const taken = await trees.importDirectory(host, (path) => wanted.has(path))
  return taken.tree
}

async function filesBelow(host: string): Promise<{ path: string; link: boolean }[]> {
  const found = await readdir(host, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => ({
      path: relative(host, join(entry.parentPath, entry.name)),
      link: entry.isSymbolicLink(),
    }))
}

/** Foreign code may have put a link in the way, which must not lead out of what the builder owns. */
async function toHost(paths: SandboxPaths, onHost: SandboxPaths, directory: string): Promise<string> {
  const roles = ['testbed', 'environment', 'site', 'tools', 'home', 'temporary'] as const
  const role = roles.find((each) => isBelow(paths[each], directory))
  if (role === undefined) {
    throw new BugError(`${directory} is not below a directory of the builder.`, {
      code: 'not-in-the-builder',
    })
  }
  const host = await realpath(join(onHost[role], relative(paths[role], directory)))
  if (isBelow(await realpath(onHost[role]), host)) return host
  throw new InfrastructureError(`${directory} is a link that leads out of ${paths[role]}.`, {
    code: 'link-leaves-builder',
  })
}

function isBelow(top: string, path: string): boolean {
  const way = relative(top, path)
  return way === '' || (way.split('/')[0] !== '..' && !isAbsolute(way))
}
