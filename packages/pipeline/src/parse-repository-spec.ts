import { git, path, pypi, type RepositoryDefinition, UserError } from '@quarry/core'
import { basename, resolve } from 'node:path'

/**
 * Reads `pypi:NAME[==VERSION]`, `git:URL[@REF]` or `path:DIR` into a definition named after the project.
 * @throws UserError `bad-repository-spec` for anything else.
 */
export function parseRepositorySpec(text: string): RepositoryDefinition {
  const colon = text.indexOf(':')
  const kind = text.slice(0, colon)
  const rest = text.slice(colon + 1).trim()
  if (colon < 0 || rest === '') throw badSpec(text)
  switch (kind) {
    case 'pypi':
      return fromPypi(text, rest)
    case 'git':
      return fromGit(rest)
    case 'path':
      return { name: repositoryName(basename(resolve(rest))), source: path(resolve(rest)) }
    default:
      throw badSpec(text)
  }
}

function fromPypi(text: string, rest: string): RepositoryDefinition {
  const match = /^([A-Za-z0-9][A-Za-z0-9._-]*)(?:==([A-Za-z0-9.!+_-]+))?$/.exec(rest)
  if (match?.[1] === undefined) throw badSpec(text)
  return { name: repositoryName(match[1]), source: pypi(match[1], match[2] ?? null) }
}

function fromGit(rest: string): RepositoryDefinition {
  // A user name may stand before the host (git@host:owner/name), so a ref starts at the first '@' behind the first path part.
  const scheme = rest.indexOf('://')
  const firstSlash = rest.indexOf('/', scheme < 0 ? 0 : scheme + 3)
  const at = firstSlash < 0 ? -1 : rest.indexOf('@', firstSlash)
  const hasRef = at > 0 && at < rest.length - 1
  const url = hasRef ? rest.slice(0, at) : rest
  const name = basename(url).replace(/\.git$/, '')
  return { name: repositoryName(name), source: hasRef ? git(url, rest.slice(at + 1)) : git(url) }
}

/** Quarry's names are lower-case and start and end with a letter or digit. */
function repositoryName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
}

function badSpec(text: string): UserError {
  return new UserError(
    `'${text}' is neither a name in repos/ nor a source: write pypi:NAME, pypi:NAME==VERSION, git:URL@REF or path:DIR`,
    { code: 'bad-repository-spec' },
  )
}
