import { type IndexSettings, readIndexSettings, redactUrl, UserError } from '@quarry/core'
import { pathToFileURL } from 'node:url'
import { type Connection, openConnection } from '../http/connection.ts'
import { get } from '../http/get.ts'
import type { IndexFile } from './index-file.ts'
import { parseHtmlPage } from './parse-html-page.ts'
import { parseJsonPage } from './parse-json-page.ts'
import { readLocalFile, readPlace } from './read-place.ts'

/** Every index and folder of archives that pip on this machine is set to, as one. */
export interface PackageIndex {
  /** The places that are asked, without credentials. */
  readonly places: readonly string[]
  /** All files that any place offers for a project, in the order of the places; empty if none knows it. */
  filesOf(project: string): Promise<IndexFile[]>
  /** The bytes of a file, not checked. */
  download(file: IndexFile, maxBytes: number): Promise<Buffer>
}

const jsonPage = 'application/vnd.pypi.simple.v1+json'
const htmlPage = 'application/vnd.pypi.simple.v1+html'
const anyPage = `${jsonPage}, ${htmlPage};q=0.2, text/html;q=0.01`
const mostPageBytes = 256 * 1024 ** 2

/**
 * Opens the host pip's indexes.
 * @throws UserError for settings that make no sense; what is asked later throws InfrastructureError `network-failed`, and
 *   UserError `index-refused` when an index asks for a login that there is not.
 */
export async function openIndex(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<PackageIndex> {
  const settings = await readIndexSettings(environment)
  const connection = await openConnection(settings, environment)
  const places = placesOf(settings)
  return {
    places: [...settings.indexUrls, ...settings.findLinks].map(redactUrl),
    async filesOf(project) {
      const found = await Promise.all(places(project).map((url) => filesAt(url, connection, signal)))
      return found.flatMap((files) => files ?? [])
    },
    async download(file, maxBytes) {
      if (file.url.startsWith('file:')) return readLocalFile(file.url, maxBytes)
      const answer = await get(file.url, connection, { accept: '*/*', maxBytes, signal })
      if (answer.status === 200) return answer.body
      throw refused(file.url, answer.status)
    },
  }
}

/** Page of a project at every place; folders of archives come last, so that an index with hashes is preferred. */
function placesOf({ indexUrls, findLinks }: IndexSettings): (project: string) => string[] {
  const indexes = indexUrls.map(toUrl)
  const links = findLinks.map(toUrl)
  return (project) => [...indexes.map((index) => `${index.replace(/\/+$/, '')}/${project}/`), ...links]
}

function toUrl(place: string): string {
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(place) ? place : pathToFileURL(place).href
}

async function filesAt(
  url: string,
  connection: Connection,
  signal: AbortSignal,
): Promise<IndexFile[] | null> {
  if (url.startsWith('file:')) return readPlace(url)
  const answer = await get(url, connection, { accept: anyPage, maxBytes: mostPageBytes, signal })
  if (answer.status === 404 || answer.status === 410) return null
  if (answer.status !== 200) throw refused(url, answer.status)
  const text = answer.body.toString('utf8')
  const parsed =
    answer.contentType === jsonPage ? parseJsonPage(text, answer.url) : parseHtmlPage(text, answer.url)
  return parsed.map((file) => ({ ...file, url: withLoginOf(file.url, url) }))
}

/** Files at the index's own host are fetched with the index's own login. */
function withLoginOf(file: string, index: string): string {
  const from = new URL(index)
  const to = new URL(file)
  if (to.host !== from.host || to.protocol !== from.protocol || to.username !== '') return file
  to.username = from.username
  to.password = from.password
  return to.href
}

function refused(url: string, status: number): UserError {
  return new UserError(
    `${redactUrl(url)} was refused with status ${status}; see pip config list and the login for this index`,
    { code: 'index-refused' },
  )
}
