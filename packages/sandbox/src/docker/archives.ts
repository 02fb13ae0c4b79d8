import { createWriteStream } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type TreeHash, type TreeStore, UserError } from '@quarry/core'
import { pack, type Pack } from 'tar-stream'

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** A tar file that is open: it stays readable whatever becomes of its name. */
export interface OpenArchive {
  readonly bytes: number
  readonly pieces: Readable
}

/** Tar files of trees and directories, each written once, for as long as they are among the last ones used. */
export interface Archives {
  /** The caller reads it to its end, or destroys it. */
  openTree(tree: TreeHash, owner: Owner): Promise<OpenArchive>
  /** A directory of the host, as root's. The caller reads it to its end, or destroys it. */
  openDirectory(directory: string): Promise<OpenArchive>
}

const kept = 24

/** Writes below `directory`, which the caller removes in the end. */
export function openArchives(trees: TreeStore, directory: string): Archives {
  const known = new Map<string, { file: Promise<string>; opening: number }>()
  let count = 0

  async function write(fill: (archive: Pack) => Promise<void>): Promise<string> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const file = join(directory, `${count++}.tar`)
    const archive = pack()
    const written = pipeline(archive, createWriteStream(file, { mode: 0o600 }))
    await Promise.all([fill(archive).then(() => archive.finalize()), written])
    return file
  }

  async function openOnce(key: string, fill: (archive: Pack) => Promise<void>): Promise<OpenArchive> {
    const entry = known.get(key) ?? { file: write(fill), opening: 0 }
    known.delete(key) // so that the map stays in the order of use
    known.set(key, entry)
    entry.opening += 1
    try {
      const handle = await open(await entry.file)
      const { size } = await handle.stat()
      return { bytes: size, pieces: handle.createReadStream({ highWaterMark: 1 << 20 }) }
    } catch (error) {
      known.delete(key)
      throw error
    } finally {
      entry.opening -= 1
      await dropOldest()
    }
  }

  async function dropOldest(): Promise<void> {
    if (known.size <= kept) return
    const oldest = [...known].find(([, { opening }]) => opening === 0)
    if (oldest === undefined) return
    known.delete(oldest[0])
    await rm(await oldest[1].file, { force: true })
  }

  return {
    openTree: (tree, owner) =>
      openOnce(`tree ${tree} ${owner.uid}`, (archive) => packTree(archive, trees, tree, owner)),
    openDirectory: (source) =>
      openOnce(`directory ${source}`, (archive) => packPath(archive, source, '', root, [])),
  }
}

const root: Owner = { uid: 0, gid: 0 }

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
      const linkname = linkText(entry.path, bytes)
      await add(archive, { ...shared, type: 'symlink', linkname, mode: 0o777 })
    } else {
      await add(archive, { ...shared, type: 'file', mode: entry.mode === '100755' ? 0o755 : 0o644 }, bytes)
    }
  }
}

/** @throws UserError `link-not-utf8`: a tar header has no other text. */
function linkText(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new UserError(
      `The link ${path} of the tree points to a name that is not UTF-8, which the Docker sandbox can't lay. Use the local one: --sandbox local.`,
      { code: 'link-not-utf8', cause },
    )
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

/**
 * Packs what lies at a path of the host, links followed, under a name; an empty name is the top. A directory that is above
 * itself, by a link, is passed over.
 */
async function packPath(
  archive: Pack,
  source: string,
  name: string,
  owner: Owner,
  above: readonly string[],
): Promise<void> {
  const real = await realpath(source).catch(() => null)
  if (real === null || above.includes(real)) return // a link to nothing, or around
  const found = await lstat(real)
  const { mtime, mode } = found
  if (found.isDirectory()) {
    if (name !== '') await add(archive, { ...owner, name: `${name}/`, type: 'directory', mode: 0o755, mtime })
    const names = (await readdir(real)).filter((each) => each !== '__pycache__')
    for (const each of names.toSorted())
      await packPath(archive, join(real, each), join(name, each), owner, [...above, real])
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
  const fill = async (): Promise<void> => {
    for (const path of paths) await packPath(archive, path, path.slice(1), root, [])
    archive.finalize()
  }
  fill().catch((error: unknown) => packed.destroy(error instanceof Error ? error : new Error(String(error))))
  return archive.pipe(packed)
}
