import type { Dirent } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileMode, TreeEntry } from '../contracts/tree-store.ts'
import { UserError } from '../errors/errors.ts'
import { gitDirectory } from './check-path.ts'
import { forEachAtOnce } from './for-each-at-once.ts'
import { writeBlobs, writeBlobsOfFiles } from './write-blobs.ts'

interface Found {
  readonly files: string[]
  readonly links: string[]
  readonly emptyDirectories: string[]
}

/**
 * Stores the files and links below a directory. Only what is truly empty counts as an empty directory, and of nested ones
 * the innermost is named.
 * @throws UserError `file-name-not-utf8`, `file-type-not-storable`, `tree-has-git-directory` or `directory-not-readable`,
 *   naming the path.
 */
export async function importEntries(
  store: string,
  directory: string,
  select: (path: string) => boolean,
): Promise<{ entries: TreeEntry[]; emptyDirectories: readonly string[] }> {
  const found: Found = { files: [], links: [], emptyDirectories: [] }
  await walk(directory, '', select, found)
  const [files, links] = await Promise.all([
    fileEntries(store, directory, found.files),
    linkEntries(store, directory, found.links),
  ])
  return { entries: [...files, ...links], emptyDirectories: found.emptyDirectories.toSorted() }
}

async function walk(
  top: string,
  below: string,
  select: (path: string) => boolean,
  found: Found,
): Promise<void> {
  const children = await readFolder(join(top, below))
  if (children.length === 0 && below !== '') found.emptyDirectories.push(below)
  for (const child of children) {
    const name = decodeName(child.name, below)
    const path = below === '' ? name : `${below}/${name}`
    if (!select(path)) continue
    if (name.toLowerCase() === '.git') throw gitDirectory(path)
    if (child.isDirectory()) await walk(top, path, select, found)
    else if (child.isSymbolicLink()) found.links.push(path)
    else if (child.isFile()) found.files.push(path)
    else throw notStorable(path, child)
  }
}

async function readFolder(folder: string): Promise<Dirent<Buffer>[]> {
  try {
    return await readdir(folder, { encoding: 'buffer', withFileTypes: true })
  } catch (error) {
    throw new UserError(`cannot read the directory ${folder}; is it there, and may you read it?`, {
      code: 'directory-not-readable',
      cause: error,
    })
  }
}

async function fileEntries(store: string, top: string, paths: readonly string[]): Promise<TreeEntry[]> {
  const modes: FileMode[] = []
  await forEachAtOnce(paths, async (path, index) => {
    const { mode } = await lstat(join(top, path))
    modes[index] = mode & 0o100 ? '100755' : '100644'
  })
  const blobs = await writeBlobsOfFiles(
    store,
    paths.map((path) => join(top, path)),
  )
  return paths.map((path, index) => ({ path, mode: modes[index] ?? '100644', blob: blobs[index] ?? '' }))
}

async function linkEntries(store: string, top: string, paths: readonly string[]): Promise<TreeEntry[]> {
  const texts = await Promise.all(paths.map((path) => readlink(join(top, path), 'buffer')))
  const blobs = await writeBlobs(store, texts)
  return paths.map((path, index) => ({ path, mode: '120000', blob: blobs[index] ?? '' }))
}

function decodeName(name: Buffer, below: string): string {
  const text = name.toString('utf8')
  if (Buffer.from(text, 'utf8').equals(name)) return text
  const place = below === '' ? 'the top' : below
  throw new UserError(
    `a file name in ${place} is not UTF-8 (bytes ${name.toString('hex')}); rename the file`,
    {
      code: 'file-name-not-utf8',
    },
  )
}

function notStorable(path: string, child: Dirent<Buffer>): UserError {
  const type = child.isSocket() ? 'socket' : child.isFIFO() ? 'fifo' : 'device'
  return new UserError(`${path} is a ${type}; a tree holds files and links only, so remove it`, {
    code: 'file-type-not-storable',
  })
}
