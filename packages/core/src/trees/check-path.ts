import { BugError, UserError } from '../errors/errors.ts'
import type { TreeEntry } from '../contracts/tree-store.ts'

/**
 * Makes sure that git can hold these entries together.
 * @throws UserError `tree-has-git-directory` for a `.git` component, in any case, because git's index refuses all of them;
 *   UserError `path-not-storable` for a `.gitmodules` that is a link, which it refuses as well;
 *   BugError when paths are not relative and clean, or two of them collide.
 */
export function checkEntries(entries: readonly TreeEntry[]): void {
  const paths = new Set<string>()
  for (const entry of entries) {
    checkEntry(entry)
    if (paths.has(entry.path)) throw collision(entry.path)
    paths.add(entry.path)
  }
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      if (paths.has(path.slice(0, end))) throw collision(path.slice(0, end))
}

function checkEntry({ path, mode }: TreeEntry): void {
  const parts = path.split('/')
  if (parts.some((part) => part.toLowerCase() === '.git')) throw gitDirectory(path)
  if (mode === '120000' && parts.at(-1)?.toLowerCase() === '.gitmodules')
    throw new UserError(`${path}: git refuses a .gitmodules that is a link; leave the file out`, {
      code: 'path-not-storable',
    })
  if (path.includes('\0') || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new BugError(`not a clean relative path: ${JSON.stringify(path)}`, { code: 'path-not-clean' })
}

/** The error for a path that git would take for one of its own repositories. */
export function gitDirectory(path: string): UserError {
  return new UserError(`${path}: a tree can't hold a .git directory or file; leave it out of the snapshot`, {
    code: 'tree-has-git-directory',
  })
}

function collision(path: string): BugError {
  return new BugError(`two entries of one tree claim ${path}`, { code: 'tree-entries-collide' })
}
