import { bytesInWords } from '@quarry/core'
import type { ExportedImage, ImageReport, ListedImage, LoadedImage, PruneReport } from '@quarry/pipeline'
import { relative } from 'node:path'
import type { Paint } from '../output.ts'
import { columns, count, indent } from './words.ts'

/** What `quarry images list` prints: a table of each kind, and what they take in all. */
export function renderImages(report: ImageReport, _cwd: string, paint: Paint): string {
  const environments = report.images.filter(({ kind }) => kind === 'environment')
  const runtimes = report.images.filter(({ kind }) => kind === 'runtime')
  const used = `${bytesInWords(report.environment_bytes)} of ${bytesInWords(report.budget_bytes)} that they may take`
  return [
    ...table(
      ['environment', 'made for', 'repositories', 'python', 'base', 'own', 'shared', 'created'],
      environments.map((image) => [
        shortName(image),
        image.title || '-',
        image.repositories.join(', ') || '-',
        image.python ?? '-',
        image.base ?? '-',
        ...sizesAndDate(image),
      ]),
      paint,
    ),
    ...table(
      ['runtime', 'python', 'base', 'own', 'shared', 'created'],
      runtimes.map((image) => [
        shortName(image),
        image.python ?? '-',
        image.base ?? '-',
        ...sizesAndDate(image),
      ]),
      paint,
    ),
    `${count(environments.length, 'environment')}: ${used}`,
    `${count(runtimes.length, 'runtime image')}: ${bytesInWords(runtimes.reduce((sum, { own_bytes }) => sum + own_bytes, 0))} beyond the base images`,
    `engine: ${report.engine}`,
  ].join('\n')
}

function table(head: readonly string[], rows: readonly (readonly string[])[], paint: Paint): string[] {
  if (rows.length === 0) return []
  const [first = '', ...others] = columns([head, ...rows])
  return [paint('bold', first), ...others, '']
}

function sizesAndDate({ own_bytes, shared_bytes, created }: ListedImage): string[] {
  return [
    bytesInWords(own_bytes),
    bytesInWords(shared_bytes),
    created.replace('T', ' ').replace(/:\d\d\.\d+Z$/, ''),
  ]
}

/** The beginning of a tag is enough for every command; what has lost its name is told by the engine's id. */
function shortName({ kind, name, tag, id }: ListedImage): string {
  if (name === null) return `${id.replace('sha256:', '').slice(0, 12)} (no name)`
  return kind === 'environment' && tag !== null ? tag.slice(0, 12) : name.slice(name.indexOf(':') + 1)
}

/** What `quarry images prune` prints: what went, what could not go, and the room that this gave. */
export function renderPruned(report: PruneReport, cwd: string, paint: Paint): string {
  const { removed, in_use, out, dry_run } = report
  const asked = out === null ? 'all images that Quarry made' : `what no result below ${shown(out, cwd)} names`
  return [
    `${paint('bold', dry_run ? 'would be removed' : 'removed')}: ${count(removed.length, 'image')} (${asked})`,
    ...indent(columns(removed.map((image) => [...naming(image), bytesInWords(image.own_bytes)]))),
    ...(in_use.length === 0 ? [] : [paint('bold', 'kept, because a container uses it:')]),
    ...indent(columns(in_use.map((image) => [...naming(image), image.containers.join(', ')]))),
    `${bytesInWords(report.freed_bytes)} ${dry_run ? 'would be' : 'are'} free again on ${report.engine}`,
    ...(removed.some(({ kind }) => kind === 'environment')
      ? ['An environment that is needed after all is built again from its lock.']
      : []),
  ].join('\n')
}

function naming(image: ListedImage): string[] {
  const words = [image.title, ...image.repositories].filter((word) => word !== '')
  return [image.kind, shortName(image), words.join(', ') || '-']
}

/** What `quarry images export` prints. */
export function renderExported({ file, file_bytes, name, title }: ExportedImage, cwd: string): string {
  return `wrote ${shown(file, cwd)} (${bytesInWords(file_bytes)}): ${name}${of(title)}`
}

/** What `quarry images import` prints. */
export function renderImported({ loaded, name, title }: LoadedImage): string {
  return `${loaded ? 'loaded' : 'nothing to load, the engine already has'} ${name}${of(title)}`
}

function of(title: string): string {
  return title === '' ? '' : `, made for ${title}`
}

function shown(path: string, cwd: string): string {
  return relative(cwd, path) || '.'
}
