import { UserError } from '@quarry/core'

/**
 * The URL as git gets it: https, ssh, git, file, `user@host:path`, or an absolute path of this machine.
 * @throws UserError `git-url-not-allowed`.
 */
export function checkGitUrl(url: string): string {
  if (/^(https|ssh|git|file):\/\/[^-]/i.test(url)) return url
  if (url.startsWith('/')) return `file://${url}`
  if (/^[A-Za-z0-9][\w.-]*@[A-Za-z0-9][\w.-]*:(?!:)[^-]/.test(url)) return url
  throw new UserError(
    `${url} is not the URL of a git repository that may be used; write https://, ssh://, git:// or file://`,
    { code: 'git-url-not-allowed' },
  )
}

/** The URL without password, and over https without user name either: fit to be written down. */
export function withoutLogin(url: string): string {
  if (!URL.canParse(url)) return url
  const bare = new URL(url)
  bare.password = ''
  if (bare.protocol !== 'ssh:') bare.username = ''
  return bare.href
}
