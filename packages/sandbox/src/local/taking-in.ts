import { readdir, readlink, realpath } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { BugError, InfrastructureError, type SandboxPaths, type TreeHash, type TreeStore } from '@quarry/core'
import { choosePaths, type Entry, isBelow } from '../common/choose-paths.ts'

/** Relative paths of the files and links below a directory, sorted by bytes. */
export async function listFiles(
  paths: SandboxPaths,
  onHost: SandboxPaths,
  directory: string,
): Promise<readonly string[]> {
  const found = await entriesBelow(await toHost(paths, onHost, directory))
  return found.map(([path]) => path).toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
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
  for (const path of choosePaths(directory, await entriesBelow(host), select)) {
    for (let at = path; at !== '.'; at = dirname(at)) wanted.add(at)
  }
  const taken = await trees.importDirectory(host, (path) => wanted.has(path))
  return taken.tree
}

async function entriesBelow(host: string): Promise<Entry[]> {
  const found = await readdir(host, { recursive: true, withFileTypes: true })
  return Promise.all(
    found
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map(async (entry): Promise<Entry> => {
        const path = join(entry.parentPath, entry.name)
        return [relative(host, path), entry.isSymbolicLink() ? await readlink(path) : null]
      }),
  )
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
