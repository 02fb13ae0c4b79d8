import { looksLikeTest } from '../facts/test-files.ts'
import { newestTagVersion } from './tag-version.ts'
import { readGit, splitNul } from './read-git.ts'

export interface History {
  /** ISO 8601, UTC. */
  readonly commitDate: string
  /** When each file that looks like tests was changed last. */
  readonly testFileDates: Readonly<Record<string, string>>
  /** By the newest tag that the commit descends from, or null. */
  readonly version: string | null
}

/** What the history up to a commit tells, of the files that are there. */
export async function readHistory(
  repository: string,
  commit: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<History> {
  const read = (...args: string[]) => readGit(repository, args, { signal })
  const tests = new Set(paths.filter(looksLikeTest))
  const log = await read(
    'log',
    '--format=format:commit %ct',
    '--name-only',
    '--no-renames',
    '-z',
    commit,
    '--',
    '*.py',
  )
  const tags = (await read('tag', '--merged', commit)).toString('utf8').split('\n')
  const date = (await read('show', '--no-patch', '--format=%ct', commit)).toString('utf8')
  return {
    commitDate: isoDate(date),
    testFileDates: lastChanges(log, tests),
    version: newestTagVersion(tags.filter((tag) => tag !== '')),
  }
}

function lastChanges(log: Buffer, wanted: ReadonlySet<string>): Record<string, string> {
  const latest = new Map<string, number>()
  let seconds = 0
  for (const part of splitNul(log)) {
    // A commit's head and its first path come as one part, with a line end between them.
    const [, time, first] = /^\n*commit (\d+)\n([^]*)$/.exec(part) ?? []
    if (time !== undefined) seconds = Number(time)
    const path = time === undefined ? part : (first ?? '')
    if (wanted.has(path)) latest.set(path, Math.max(latest.get(path) ?? 0, seconds))
  }
  return Object.fromEntries(
    [...latest]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([path, time]) => [path, isoDate(String(time))]),
  )
}

function isoDate(seconds: string): string {
  return new Date(Number(seconds.trim()) * 1000).toISOString()
}
