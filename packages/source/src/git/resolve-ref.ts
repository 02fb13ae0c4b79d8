import { redactUrl, UserError } from '@quarry/core'
import { tmpdir } from 'node:os'
import type { PinnedCommit } from '../pinned-source.ts'
import { checkGitUrl } from './check-url.ts'
import { reachRemote, remoteGit } from './remote-git.ts'

/**
 * The commit behind a branch, tag or HEAD of a remote repository, now. A full commit name stands for itself.
 * @throws UserError `git-ref-not-found`, `git-url-not-allowed`, `git-repository-not-found`.
 */
export async function resolveRef(
  { url, ref }: { readonly url: string; readonly ref: string },
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<PinnedCommit> {
  const checked = checkGitUrl(url)
  if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(ref)) return { kind: 'git', url: checked, ref, commit: ref }
  if (ref.startsWith('-')) throw noRef(url, ref, [])
  const git = remoteGit(tmpdir(), environment, signal)
  const listing = await reachRemote(url, signal, () => git.listRemote([checked]))
  const refs = parseListing(listing)
  const commit = findRef(refs, ref)
  if (commit === undefined) throw noRef(url, ref, [...refs.keys()])
  return { kind: 'git', url: checked, ref, commit }
}

/** Object names by full ref name; of an annotated tag, the commit stands under `<tag>^{}`. */
function parseListing(listing: string): Map<string, string> {
  return new Map(
    listing.split('\n').flatMap((line) => {
      const [, commit, name] = /^([0-9a-f]+)\s+(\S+)$/.exec(line.trim()) ?? []
      return commit === undefined || name === undefined ? [] : [[name, commit] as const]
    }),
  )
}

/** In the order in which git itself looks a short name up. */
function findRef(refs: ReadonlyMap<string, string>, ref: string): string | undefined {
  const names = [ref, `refs/${ref}`, `refs/tags/${ref}`, `refs/heads/${ref}`]
  const exact = names
    .map((name) => refs.get(`${name}^{}`) ?? refs.get(name))
    .find((commit) => commit !== undefined)
  if (exact !== undefined || !/^[0-9a-f]{7,39}$/.test(ref)) return exact
  const started = new Set(
    [...refs].filter(([, commit]) => commit.startsWith(ref)).map(([, commit]) => commit),
  )
  return started.size === 1 ? [...started][0] : undefined
}

function noRef(url: string, ref: string, names: readonly string[]): UserError {
  const hint = /^[0-9a-f]{7,39}$/.test(ref)
    ? 'give a commit by its full name of 40 digits'
    : `it has ${names.filter((name) => !name.endsWith('^{}')).length} refs; give a branch, a tag or a full commit name`
  return new UserError(`${redactUrl(url)} has no branch, tag or commit '${ref}': ${hint}`, {
    code: 'git-ref-not-found',
  })
}
