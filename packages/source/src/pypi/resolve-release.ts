import { UserError } from '@quarry/core'
import { valid } from '@renovatebot/pep440'
import type { PinnedRelease } from '../pinned-source.ts'
import type { PackageIndex } from './open-index.ts'
import { normaliseProject } from './project-name.ts'
import { newestRelease, type Release, releaseOf, releasesOf } from './releases.ts'

/**
 * Pins a release: the version asked for, else the newest one that can be used.
 * @throws UserError `project-not-found`, `version-not-found`, `version-invalid`, `no-usable-release`.
 */
export async function resolveRelease(
  request: { readonly project: string; readonly version: string | null },
  index: PackageIndex,
  python: string | null,
): Promise<PinnedRelease> {
  const project = normaliseProject(request.project)
  const { version } = request
  if (version !== null && valid(version) === null)
    throw new UserError(`'${version}' is not a version (PEP 440); write one such as 3.1.6`, {
      code: 'version-invalid',
    })
  const releases = releasesOf(await index.filesOf(project), project)
  if (releases.length === 0)
    throw new UserError(`no package index has a project ${project} (asked: ${index.places.join(', ')})`, {
      code: 'project-not-found',
    })
  const release = version === null ? newestRelease(releases, python) : releaseOf(releases, version)
  if (release === null)
    throw version === null ? nothingUsable(project) : noVersion(project, version, releases)
  return { kind: 'pypi', project, version: release.version }
}

function noVersion(project: string, version: string, releases: readonly Release[]): UserError {
  const newest = releases.slice(0, 5).map((release) => release.version)
  return new UserError(`${project} has no version ${version}; the newest are ${newest.join(', ')}`, {
    code: 'version-not-found',
  })
}

function nothingUsable(project: string): UserError {
  return new UserError(
    `every release of ${project} is yanked or for another Python; name the version: pypi('${project}', '1.2.3')`,
    { code: 'no-usable-release' },
  )
}
