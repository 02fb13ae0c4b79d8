import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobHash } from '../artifacts/common.ts'
import { InfrastructureError } from '../errors/errors.ts'
import { forEachAtOnce } from './for-each-at-once.ts'
import { git } from './git.ts'
import { withTemporaryDirectory } from './temporary-directory.ts'

/** Stores bytes as they are: without a path git knows of no filter to run. */
export async function writeBlob(directory: string, bytes: Uint8Array): Promise<BlobHash> {
  const output = await git(directory, ['hash-object', '-w', '--no-filters', '--stdin'], { input: bytes })
  return output.toString('latin1').trim()
}

/** Stores the files at these absolute paths with one git process, in order. Links are followed: don't pass any. */
export async function writeBlobsOfFiles(directory: string, paths: readonly string[]): Promise<BlobHash[]> {
  if (paths.length === 0) return []
  const input = paths.map((path) => quotePath(path) + '\n').join('')
  const output = await git(directory, ['hash-object', '-w', '--no-filters', '--stdin-paths'], { input })
  const blobs = output.toString('latin1').trim().split('\n')
  if (blobs.length === paths.length) return blobs
  throw new InfrastructureError(`git stored ${blobs.length} of ${paths.length} files in ${directory}`, {
    code: 'git-failed',
  })
}

/**
 * Stores many contents at once. They go through files because `hash-object` takes several objects only by path: one
 * process and a file each is much cheaper than a process each.
 */
export async function writeBlobs(directory: string, contents: readonly Uint8Array[]): Promise<BlobHash[]> {
  const [first] = contents
  if (first === undefined) return []
  if (contents.length === 1) return [await writeBlob(directory, first)]
  return withTemporaryDirectory(async (staging) => {
    const files = contents.map((_, index) => join(staging, String(index)))
    await forEachAtOnce(contents, (bytes, index) => writeFile(join(staging, String(index)), bytes))
    return writeBlobsOfFiles(directory, files)
  })
}

/** `--stdin-paths` reads a line per path and takes a quoted one as C text; only that way can a name hold a line break. */
function quotePath(path: string): string {
  if (!/[\n\r"\\]/.test(path)) return path
  return `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`
}
