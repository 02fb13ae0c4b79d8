import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TreeHash, TreeStore } from '@quarry/core'
import { pack, type Pack } from 'tar-stream'

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Tar files of trees and directories, each written once, for as long as they are among the last ones used. */
export interface Archives {
  ofTree(tree: TreeHash, owner: Owner): Promise<string>
  /** A directory of the host, as root's. */
  ofDirectory(directory: string): Promise<string>
}

const kept = 24

/** Writes below `directory`, which the caller removes in the end. */
export function openArchives(trees: TreeStore, directory: string): Archives {
  const known = new Map<string, Promise<string>>()
  let count = 0

  async function write(fill: (archive: Pack) => Promise<void>): Promise<string> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const file = join(directory, `${count++}.tar`)
    const archive = pack()
    const written = pipeline(archive, createWriteStream(file, { mode: 0o600 }))
    await Promise.all([fill(archive).then(() => archive.finalize()), written])
    return file
  }

  function once(key: string, fill: (archive: Pack) => Promise<void>): Promise<string> {
    const file = known.get(key) ?? write(fill)
    known.delete(key) // so that the map stays in the order of use
    known.set(key, file)
    file.catch(() => known.delete(key))
    const oldest = known.size > kept ? known.keys().next().value : undefined
    if (oldest !== undefined) {
      // A stream that reads it at this moment goes on doing so.
      void known.get(oldest)?.then((path) => rm(path, { force: true }))
      known.delete(oldest)
    }
    return file
  }

  return {
    ofTree: (tree, owner) =>
      once(`tree ${tree} ${owner.uid}`, (archive) => packTree(archive, trees, tree, owner)),
    ofDirectory: (source) =>
      once(`directory ${source}`, (archive) => packPath(archive, source, '', { uid: 0, gid: 0 })),
  }
}

/** Its bytes, for a container. */
export function readArchive(file: string): AsyncIterable<Uint8Array> {
  return createReadStream(file, { highWaterMark: 1 << 20 })
}

async function packTree(archive: Pack, trees: TreeStore, tree: TreeHash, owner: Owner): Promise<void> {
  const entries = await trees.list(tree)
  const contents = await trees.readBlobs(entries.map((entry) => entry.blob))
  const mtime = new Date()
  const made = new Set<string>(['.'])
  for (const [index, entry] of entries.entries()) {
    for (const name of missingParents(entry.path, made)) {
      await add(archive, { ...owner, name: `${name}/`, type: 'directory', mode: 0o755, mtime })
    }
    const bytes = contents[index] ?? new Uint8Array()
    const shared = { ...owner, name: entry.path, mtime }
    if (entry.mode === '120000') {
      const linkname = new TextDecoder().decode(bytes)
      await add(archive, { ...shared, type: 'symlink', linkname, mode: 0o777 })
    } else {
      await add(archive, { ...shared, type: 'file', mode: entry.mode === '100755' ? 0o755 : 0o644 }, bytes)
    }
  }
}

/** Directories above a path that were not made yet, outermost first. */
function missingParents(path: string, made: Set<string>): string[] {
  const missing: string[] = []
  for (let at = dirname(path); !made.has(at); at = dirname(at)) {
    made.add(at)
    missing.unshift(at)
  }
  return missing
}

/** Packs what lies at a path of the host, links followed, under a name; an empty name is the top. */
async function packPath(archive: Pack, source: string, name: string, owner: Owner): Promise<void> {
  const real = await realpath(source)
  const found = await lstat(real)
  const { mtime, mode } = found
  if (found.isDirectory()) {
    if (name !== '') await add(archive, { ...owner, name: `${name}/`, type: 'directory', mode: 0o755, mtime })
    const names = (await readdir(real)).filter((each) => each !== '__pycache__')
    for (const each of names.toSorted()) {
      const isDangling = await readlink(join(real, each)).then(
        () =>
          realpath(join(real, each)).then(
            () => false,
            () => true,
          ),
        () => false,
      )
      if (!isDangling) await packPath(archive, join(real, each), join(name, each), owner)
    }
  } else if (found.isFile()) {
    const header = {
      ...owner,
      name,
      type: 'file' as const,
      mode: (mode & 0o111) === 0 ? 0o644 : 0o755,
      mtime,
    }
    await add(archive, header, await readFile(real))
  }
}

function add(archive: Pack, header: Parameters<Pack['entry']>[0], bytes?: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null): void => (error ? reject(error) : resolve())
    if (bytes === undefined) archive.entry(header, done)
    else archive.entry({ ...header, size: bytes.length }, Buffer.from(bytes), done)
  })
}

/** Files and folders of the host under their own paths, as root's: a tar stream to be laid at `/`. */
export function packHostFiles(paths: readonly string[]): AsyncIterable<Uint8Array> {
  const archive = pack()
  const packed = new PassThrough()
  const owner = { uid: 0, gid: 0 }
  const fill = async (): Promise<void> => {
    for (const path of paths) await packPath(archive, path, path.slice(1), owner)
    archive.finalize()
  }
  fill().catch((error: unknown) => packed.destroy(error instanceof Error ? error : new Error(String(error))))
  return archive.pipe(packed)
}
