import { valid } from '@renovatebot/pep440'
import { normaliseProject } from './project-name.ts'

export interface ArchiveName {
  readonly kind: 'sdist' | 'wheel'
  readonly version: string
  /** What the name ends with, such as `.tar.gz`. */
  readonly format: string
}

/** Best first; only the first three can be unpacked here. */
const sdistFormats = ['.tar.gz', '.tgz', '.zip', '.tar.bz2', '.tar.xz', '.tar.Z', '.tar'] as const

/** What a file name says, when it is one of this project; else null. */
export function parseArchiveName(file: string, project: string): ArchiveName | null {
  if (file.endsWith('.whl')) return parseWheel(file, project)
  const format = sdistFormats.find((ending) => file.endsWith(ending))
  if (format === undefined) return null
  const stem = file.slice(0, -format.length)
  // Older names have dashes of their own, so every dash may be the one before the version.
  for (let dash = stem.indexOf('-'); dash > 0; dash = stem.indexOf('-', dash + 1)) {
    const version = stem.slice(dash + 1)
    if (normaliseProject(stem.slice(0, dash)) === project && valid(version) !== null)
      return { kind: 'sdist', version, format }
  }
  return null
}

/** Lower is better. */
export function formatRank(format: string): number {
  return sdistFormats.findIndex((known) => known === format)
}

function parseWheel(file: string, project: string): ArchiveName | null {
  const [name = '', version = ''] = file.split('-')
  if (normaliseProject(name) !== project || valid(version) === null) return null
  return { kind: 'wheel', version, format: '.whl' }
}
