import { explain, rcompare, valid } from '@renovatebot/pep440'

/** The version that a tag stands for: `v1.2`, `1.2`, `release-1.2`, `name-1.2`; null when it is none. */
function tagVersion(tag: string): string | null {
  const text = /^(?:[A-Za-z][A-Za-z0-9._]*[-_/])*[vV]?(\d.*)$/.exec(tag)?.[1]
  return text !== undefined && valid(text) !== null ? text : null
}

/** The newest version among tags: a final one where there is one. */
export function newestTagVersion(tags: readonly string[]): string | null {
  const versions = tags
    .map(tagVersion)
    .filter((version) => version !== null)
    .toSorted(rcompare)
  return versions.find((version) => !explain(version)?.is_prerelease) ?? versions[0] ?? null
}
