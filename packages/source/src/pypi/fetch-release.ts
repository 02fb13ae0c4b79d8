import { type Snapshot, type TreeStore, UserError } from '@quarry/core'
import type { ArchiveLimits } from '../archive/limits.ts'
import type { Refusal } from '../archive/member.ts'
import { unpack, unpackableFormats } from '../archive/unpack.ts'
import { type Fetched, refused, type Refused } from '../fetched.ts'
import type { PinnedRelease } from '../pinned-source.ts'
import { writeFiles } from '../write-files.ts'
import { checkHash } from './check-hash.ts'
import type { IndexFile } from './index-file.ts'
import type { PackageIndex } from './open-index.ts'
import { type Release, releaseOf, releasesOf } from './releases.ts'

/**
 * Downloads the source distribution of a release, checks it and puts its content into the tree store. Nothing of it is run.
 * @throws UserError `version-not-found` when the pinned version has left the index; InfrastructureError for the network and
 *   for a file with the wrong hash.
 */
export async function fetchRelease(
  pinned: PinnedRelease,
  index: PackageIndex,
  trees: TreeStore,
  limits: ArchiveLimits,
): Promise<Fetched | Refused> {
  const { project, version } = pinned
  const release = releaseOf(releasesOf(await index.filesOf(project), project), version)
  if (release === null)
    throw new UserError(`no package index has ${project} ${version} any more; choose another version`, {
      code: 'version-not-found',
    })
  const sdist = release.sdists.find(({ name }) => unpackableFormats.includes(name.format))
  if (sdist === undefined) return noSdist(pinned, release)
  const { file, name } = sdist
  const packed = await index.download(file, limits.totalBytes)
  const sha256 = checkHash(file, packed)
  const unpacked = await unpack(packed, name.format, limits)
  if (unpacked.kind === 'refused') return unsafeSdist(file, unpacked)
  return {
    kind: 'fetched',
    source: { kind: 'pypi', project, version, file: { name: file.name, sha256 } },
    tree: await writeFiles(trees, unpacked.files),
    emptyDirectories: unpacked.emptyDirectories,
    commitDate: null,
    releaseDate: releaseDate(file, unpacked.newest),
    testFileDates: {},
    version,
    project,
    cloneUrl: null,
    measured: { downloaded_bytes: packed.length },
  }
}

function noSdist({ project, version }: PinnedRelease, { sdists, wheels }: Release): Refused {
  const files = [...sdists, ...wheels].map(({ file }) => file.name)
  if (sdists.length > 0)
    return refused(
      'sdist-format-unsupported',
      `${project} ${version} has a source distribution only as ${files[0]}; ` +
        `${unpackableFormats.join(', ')} can be unpacked: use git(url, tag) instead`,
      { files },
    )
  return refused(
    'no-sdist',
    `${project} ${version} has no source distribution, only ${wheels.length} wheels: use git(url, tag) instead`,
    { files },
  )
}

function unsafeSdist(file: IndexFile, { code, member, reason }: Refusal): Refused {
  const where = member === null ? '' : `: ${JSON.stringify(member)}`
  return refused(code, `${file.name} is not unpacked${where} ${reason}`, { file: file.name, member, reason })
}

/** Tools for reproducible archives write the start of an epoch for times, which says nothing. */
const firstCredibleTime = Date.UTC(1990, 0, 1)

function releaseDate(file: IndexFile, newest: Date | null): Snapshot['release_date'] {
  if (file.uploadTime !== null) return { at: file.uploadTime, from: 'index-upload-time' }
  if (newest === null || newest.getTime() < firstCredibleTime) return null
  return { at: newest.toISOString(), from: 'newest-file' }
}
