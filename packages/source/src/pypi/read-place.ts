import { InfrastructureError, UserError } from '@quarry/core'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { IndexFile } from './index-file.ts'
import { parseHtmlPage } from './parse-html-page.ts'

/** Lists the files at a `file:` URL: a page, a folder with an `index.html`, or a folder of archives; null if nothing is there. */
export async function readPlace(url: string): Promise<IndexFile[] | null> {
  const path = fileURLToPath(url)
  const found = await stat(path).catch(() => null)
  if (found === null) return null
  if (found.isFile()) return parseHtmlPage(await readFile(path, 'utf8'), url)
  const names = (await readdir(path)).toSorted()
  if (names.includes('index.html')) {
    const page = pathToFileURL(join(path, 'index.html')).href
    return parseHtmlPage(await readFile(join(path, 'index.html'), 'utf8'), page)
  }
  return names.map((name) => ({
    name,
    url: pathToFileURL(join(path, name)).href,
    hashes: {},
    yanked: false,
    requiresPython: null,
    uploadTime: null,
  }))
}

/**
 * The bytes of a file at a `file:` URL.
 * @throws UserError `sdist-unreadable`; InfrastructureError `sdist-too-large`.
 */
export async function readLocalFile(url: string, maxBytes: number): Promise<Buffer> {
  const path = fileURLToPath(url)
  let bytes: Buffer
  try {
    if ((await stat(path)).size > maxBytes)
      throw new InfrastructureError(`${path} has more than ${maxBytes} bytes`, { code: 'sdist-too-large' })
    bytes = await readFile(path)
  } catch (error) {
    if (error instanceof InfrastructureError) throw error
    throw new UserError(`cannot read ${path}, which the package index names`, {
      code: 'sdist-unreadable',
      cause: error,
    })
  }
  return bytes
}
