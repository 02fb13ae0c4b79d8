import { createReadStream } from 'node:fs'
import { posix } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { UserError } from '@quarry/core'
import { extract } from 'tar-stream'
import { z } from 'zod'
import { environmentImage, imageLabels, plainName } from '../image-names.ts'

/** The image of an environment in a file. */
export interface SavedImage {
  readonly name: string
  readonly tag: string
  readonly title: string
}

const Manifest = z.tuple([z.object({ Config: z.string(), RepoTags: z.tuple([z.string()]) })])
const Config = z.object({ config: z.object({ Labels: z.record(z.string(), z.string()) }) })
/** What newer engines go by. */
const Index = z.object({
  manifests: z.array(z.object({ annotations: z.record(z.string(), z.string()).optional() })),
})
const nameInIndex = 'io.containerd.image.name'

/**
 * Looks into a file that an engine is to load, before it is: a file may hold any number of images, under any names.
 * @throws UserError `not-our-image`, `file-not-readable`.
 */
export async function readSavedImage(file: string, prefix: string): Promise<SavedImage> {
  const top = await readEntries(file, ['manifest.json', 'index.json'])
  const manifest = parse(Manifest, top.get('manifest.json'))
  if (manifest === null) throw refused(file, prefix, whatIsThere(top.get('manifest.json')))
  const [{ Config: path, RepoTags }] = manifest
  const name = plainName(RepoTags[0])
  const labels = parse(Config, (await readEntries(file, [path])).get(path))?.config.Labels ?? {}
  const tag = labels[imageLabels.tag]
  const isOurs = labels[imageLabels.kind] === 'environment' && tag !== undefined
  if (!isOurs || name !== environmentImage(prefix, tag)) throw refused(file, prefix, `the image ${name}`)
  const index = top.get('index.json')
  const others = index === undefined ? [] : namesIn(index).filter((other) => other !== name)
  if (others.length > 0) throw refused(file, prefix, `also ${others.join(', ')}`)
  return { name, tag, title: labels[imageLabels.title] ?? '' }
}

function namesIn(index: string): string[] {
  const { manifests } = parse(Index, index) ?? { manifests: [] }
  return manifests.flatMap(({ annotations }) => plainName(annotations?.[nameInIndex] ?? '') || [])
}

function refused(file: string, prefix: string, what: string): UserError {
  return new UserError(
    `${file} was not loaded: it has to hold one image that Quarry made of an environment, called ${environmentImage(prefix, 'TAG')}, and holds ${what}. Give a file that quarry images export has written with the same docker.imagePrefix.`,
    { code: 'not-our-image' },
  )
}

const Names = z.array(z.object({ RepoTags: z.array(z.string()).nullable() }))

function whatIsThere(manifest: string | undefined): string {
  if (manifest === undefined) return 'no image at all'
  const names = parse(Names, manifest)?.flatMap(({ RepoTags }) => (RepoTags ?? []).map(plainName))
  return names === undefined || names.length === 0 ? 'images without a name' : names.join(', ')
}

function parse<T>(schema: z.ZodType<T>, json: string | undefined): T | null {
  try {
    return schema.safeParse(JSON.parse(json ?? '')).data ?? null
  } catch {
    return null
  }
}

/** No description of an image is as large. */
const largestText = 4_000_000

/** The texts of plain files of an archive, by path. As for who unpacks it, the last one of a name is the one that counts. */
async function readEntries(file: string, wanted: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const archive = extract()
  const reading = pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), archive)
  reading.catch(() => undefined) // the loop below hears of it
  try {
    for await (const entry of archive) {
      const { name, type, size } = entry.header
      const path = posix.normalize(name)
      if (wanted.includes(path)) found.delete(path)
      if (wanted.includes(path) && type === 'file' && size <= largestText) found.set(path, await text(entry))
      else entry.resume()
    }
    await reading
  } catch (error) {
    if (hasSystemCode(error)) throw notReadable(file, error)
    return new Map() // no archive, or a part of one
  }
  return found
}

function hasSystemCode(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}

function notReadable(file: string, cause: Error): UserError {
  return new UserError(`cannot read ${file}: ${cause.message}`, { code: 'file-not-readable', cause })
}
