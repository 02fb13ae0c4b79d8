import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readGit, splitNul, tryReadGit } from '../git/read-git.ts'

/** Whether a directory is the top of a git checkout itself; being somewhere inside one doesn't count. */
export async function isCheckout(directory: string, signal: AbortSignal): Promise<boolean> {
  const own = await lstat(join(directory, '.git')).catch(() => null)
  return own !== null && (await tryReadGit(directory, ['rev-parse', '--git-dir'], { signal })) !== null
}

/**
 * Files of a checkout: tracked ones, and others that no ignore rule names; relative, also those of submodules whose content
 * is there.
 */
export async function checkoutFiles(directory: string, signal: AbortSignal): Promise<string[]> {
  const listed = splitNul(
    await readGit(directory, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { signal }),
  )
  const submodules = await submodulePaths(directory, signal)
  const inner = await Promise.all(
    submodules.map(async (path) => {
      const place = join(directory, path)
      if (!(await isCheckout(place, signal))) return []
      return (await checkoutFiles(place, signal)).map((file) => `${path}/${file}`)
    }),
  )
  // A folder that is a repository of its own, but no submodule, is listed with a slash at its end.
  const files = listed.filter((path) => !path.endsWith('/') && !submodules.includes(path))
  return [...new Set([...files, ...inner.flat()])].toSorted()
}

/** Submodules of a checkout that have no content in it. */
export async function missingSubmodules(directory: string, signal: AbortSignal): Promise<string[]> {
  const paths = await submodulePaths(directory, signal)
  const missing: string[] = []
  for (const path of paths) {
    const names = await readdir(join(directory, path)).catch(() => [])
    if (names.length === 0) missing.push(path)
  }
  return missing.toSorted()
}

async function submodulePaths(directory: string, signal: AbortSignal): Promise<string[]> {
  const staged = splitNul(await readGit(directory, ['ls-files', '-z', '--stage'], { signal }))
  return staged.flatMap((line) => /^160000 \S+ \d\t([^]+)$/.exec(line)?.[1] ?? [])
}

/** The commit that is checked out, if its tree is exactly this one; else null. */
export async function commitOfTree(
  directory: string,
  tree: string,
  signal: AbortSignal,
): Promise<string | null> {
  const output = await tryReadGit(directory, ['rev-parse', 'HEAD', 'HEAD^{tree}'], { signal })
  const [commit, committed] = output?.toString('utf8').trim().split('\n') ?? []
  return commit !== undefined && committed === tree ? commit : null
}
