import { z } from 'zod'
import type { Engine } from '../engine.ts'
import { statusOf } from '../engine-errors.ts'
import { readInterpreter } from '../image-facts.ts'
import { builderName, imageLabels, isOwnName, plainName } from '../image-names.ts'
import type { OwnImage } from './own-image.ts'

/** What is told of an image by a list of the engine. */
type Listed = Awaited<ReturnType<Engine['api']['listImages']>>[number]

/**
 * The images whose names begin with the prefix, environments first, each kind by title. Those that have lost their name
 * are told by a label.
 */
export async function listImages(engine: Engine, prefix: string): Promise<OwnImage[]> {
  // All: the size of one is told by the size of the one below it.
  const all = await engine.call('listing images', () => engine.api.listImages({ all: true }))
  const users = await listUsers(engine)
  const own = all.filter((image) => isOwn(image, prefix))
  const images = await Promise.all(own.map((image) => describe(engine, image, all, prefix)))
  return images
    .map((image) => ({ ...image, containers: users.filter(needs(image, prefix)).map(({ name }) => name) }))
    .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
}

interface User {
  readonly name: string
  readonly image: string
}

async function listUsers(engine: Engine): Promise<User[]> {
  const found = await engine.call('listing containers', () => engine.api.listContainers({ all: true }))
  return found
    .map(({ Names, ImageID }) => ({ name: (Names[0] ?? '').replace(/^\//, ''), image: ImageID }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** A builder runs in another image, and what it builds is then laid over a runtime image. */
function needs(image: OwnImage, prefix: string): (user: User) => boolean {
  const building = builderName(prefix, '')
  return (user) => user.image === image.id || (image.kind === 'runtime' && user.name.startsWith(building))
}

function isOwn({ RepoTags, Labels }: Listed, prefix: string): boolean {
  const kind = labelOf(Labels, imageLabels.kind)
  if (kind !== 'environment' && kind !== 'runtime') return false
  const names = namesOf(RepoTags)
  return names.length === 0
    ? labelOf(Labels, imageLabels.prefix) === prefix
    : names.some((name) => isOwnName(prefix, name))
}

async function describe(
  engine: Engine,
  image: Listed,
  all: readonly Listed[],
  prefix: string,
): Promise<OwnImage> {
  const { Id: id, RepoTags, Labels, Size, Created } = image
  const kind = labelOf(Labels, imageLabels.kind) === 'runtime' ? 'runtime' : 'environment'
  const title = labelOf(Labels, imageLabels.title) ?? ''
  const from = labelOf(Labels, imageLabels.from)
  const below = all.find(({ Id }) => Id === from)
  const own_bytes = below === undefined ? await topLayerBytes(engine, id) : Math.max(0, Size - below.Size)
  return {
    kind,
    id,
    name: namesOf(RepoTags).find((name) => isOwnName(prefix, name)) ?? null,
    tag: kind === 'environment' ? labelOf(Labels, imageLabels.tag) : null,
    title,
    python: readInterpreter(Labels ?? {})?.interpreter.version ?? null,
    base: kind === 'runtime' ? title : labelOf(below?.Labels, imageLabels.title),
    from,
    own_bytes,
    shared_bytes: Size - own_bytes,
    created: new Date(Created * 1000).toISOString(),
    containers: [],
  }
}

/** Podman names what is nobody's `localhost/…`; an image without a name may be listed with one of `<none>`. */
function namesOf(names: readonly string[] | null | undefined): string[] {
  return (names ?? []).filter((name) => !name.includes('<none>')).map(plainName)
}

/** Null where it is not there, or was left empty. */
function labelOf(labels: Readonly<Record<string, string>> | null | undefined, name: string): string | null {
  const value = labels?.[name]
  return value === undefined || value === '' ? null : value
}

const History = z.array(z.object({ Size: z.number() }))

/** An image that came by import has nothing below it that this engine knows by name. */
async function topLayerBytes(engine: Engine, id: string): Promise<number> {
  try {
    return History.parse(await engine.api.getImage(id).history())[0]?.Size ?? 0
  } catch (error) {
    if (statusOf(error) === 404) return 0 // removed meanwhile
    return engine.call('asking for the layers of an image', () => Promise.reject(error))
  }
}

function sortKey({ kind, title, created, id }: OwnImage): string {
  return [kind, title, created, id].join('\n')
}
