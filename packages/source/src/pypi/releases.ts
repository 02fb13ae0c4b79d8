import { eq, explain, rcompare, satisfies } from '@renovatebot/pep440'
import { type ArchiveName, formatRank, parseArchiveName } from './archive-name.ts'
import type { IndexFile } from './index-file.ts'

interface ReleaseFile {
  readonly file: IndexFile
  readonly name: ArchiveName
}

/** One version of a project. */
export interface Release {
  /** As the first file of it writes it. */
  readonly version: string
  /** Source distributions, best format first, else in the order of the indexes. */
  readonly sdists: readonly ReleaseFile[]
  readonly wheels: readonly ReleaseFile[]
  /** Every file of it is yanked. */
  readonly yanked: boolean
  readonly preRelease: boolean
}

/** Groups the files of a project by version, newest first. Files of other projects are left out. */
export function releasesOf(files: readonly IndexFile[], project: string): Release[] {
  const groups: { version: string; files: ReleaseFile[] }[] = []
  for (const file of files) {
    const name = parseArchiveName(file.name, project)
    if (name === null) continue
    const group = groups.find(({ version }) => eq(version, name.version))
    if (group === undefined) groups.push({ version: name.version, files: [{ file, name }] })
    else group.files.push({ file, name })
  }
  return groups.map(toRelease).toSorted((left, right) => rcompare(left.version, right.version))
}

function toRelease({ version, files }: { version: string; files: ReleaseFile[] }): Release {
  return {
    version,
    sdists: files
      .filter(({ name }) => name.kind === 'sdist')
      .toSorted((left, right) => formatRank(left.name.format) - formatRank(right.name.format)),
    wheels: files.filter(({ name }) => name.kind === 'wheel'),
    yanked: files.every(({ file }) => file.yanked),
    preRelease: explain(version)?.is_prerelease ?? false,
  }
}

/** The release of a version, compared as PEP 440 does (1.0 is 1.0.0). */
export function releaseOf(releases: readonly Release[], version: string): Release | null {
  return releases.find((release) => eq(release.version, version)) ?? null
}

/**
 * The newest release that is not yanked, has a source distribution and runs on `python` (null: any). A pre-release only where
 * there is nothing else; a release of wheels only where there is not even that.
 */
export function newestRelease(releases: readonly Release[], python: string | null): Release | null {
  const offered = releases.filter((release) => !release.yanked && runsOn(release, python))
  const withSdist = offered.filter((release) => release.sdists.some(({ file }) => !file.yanked))
  return (
    withSdist.find((release) => !release.preRelease) ??
    withSdist[0] ??
    offered.find((release) => !release.preRelease) ??
    offered[0] ??
    null
  )
}

function runsOn({ sdists, wheels }: Release, python: string | null): boolean {
  if (python === null) return true
  return [...sdists, ...wheels].some(({ file }) => {
    if (file.requiresPython === null) return true
    return satisfiesQuietly(python, file.requiresPython)
  })
}

/** Old releases have specifiers that mean nothing; pip takes those as no limit. */
function satisfiesQuietly(version: string, specifier: string): boolean {
  try {
    return satisfies(version, specifier, { prereleases: true })
  } catch {
    return true
  }
}
