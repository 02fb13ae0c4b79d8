import type { ProjectUrl } from './metadata.ts'

export interface Forge {
  readonly owner: string
  readonly name: string
  /** Where the repository is read in a browser. */
  readonly url: string
}

const hosts = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org']

/** Pages of these sites that stand where an owner would. */
const notOwners = new Set(['sponsors', 'orgs', 'users', 'topics', 'apps', 'marketplace'])

/** The repository that a URL lies in, when it is at a known forge. */
export function forgeOf(url: string): Forge | null {
  const [, host, path] =
    /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?(?:www\.)?([^/:]+)(?::\d+)?[/:](.*)$/i.exec(url.trim()) ?? []
  if (host === undefined || path === undefined || !hosts.includes(host.toLowerCase())) return null
  const parts = (path.split(/[?#]/)[0] ?? '').split('/').filter((part) => part !== '')
  const end = parts.indexOf('-')
  const inner =
    host.toLowerCase() === 'gitlab.com' ? parts.slice(0, end < 0 ? undefined : end) : parts.slice(0, 2)
  const name = inner.at(-1)?.replace(/\.git$/, '')
  const owner = inner.slice(0, -1).join('/')
  if (name === undefined || owner === '' || notOwners.has(owner.toLowerCase())) return null
  return { owner, name, url: `https://${host.toLowerCase()}/${owner}/${name}` }
}

const labels = [/source|repo|code|git/i, /home/i, /./]

/** The project's own repository: by the URLs that say so, then the home page, then any other. */
export function projectForge(urls: readonly ProjectUrl[]): Forge | null {
  for (const label of labels)
    for (const url of urls) {
      const forge = label.test(url.label) ? forgeOf(url.url) : null
      if (forge !== null) return forge
    }
  return null
}
