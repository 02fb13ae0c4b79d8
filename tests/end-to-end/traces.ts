import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Place } from './miniature.ts'

/** What a run may leave on a machine besides its results. */
export interface Traces {
  readonly processes: readonly string[]
  readonly mounts: readonly string[]
  /** Half-written files, locks and half-made repositories below out/. */
  readonly halfWritten: readonly string[]
  /** What lies in the temporary folder besides finished environments. */
  readonly temporary: readonly string[]
}

export const noTraces: Traces = { processes: [], mounts: [], halfWritten: [], temporary: [] }

export async function tracesOf(place: Place): Promise<Traces> {
  const names = await namesIn(place.out, { recursive: true })
  return {
    processes: processesOf(place),
    mounts: linesWith('/proc/self/mountinfo', place.top),
    halfWritten: names.filter((name) => /\.tmp$|lock$|\.new-|tmp_obj/.test(name)),
    temporary: await unfinishedIn(place.temporary),
  }
}

/** Processes with the place in their arguments, as their directory, or among their mounts: a sandbox binds what it shows. */
function processesOf({ top }: Place): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return []
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
    const found =
      command.includes(top) ||
      directoryOf(pid).includes(top) ||
      linesWith(`/proc/${pid}/mountinfo`, top).length > 0
    return found ? [`${pid} ${command}`] : []
  })
}

/** Waits until an installer, a test run or their like is at work in a sandbox. */
export async function untilForeignCodeRuns(place: Place): Promise<void> {
  const isForeign = (line: string) => line.includes('python') && !line.includes('/supervisor/')
  while (!processesOf(place).some(isForeign)) await wait(20)
}

/** Waits until nothing of the place runs any more, at most so many seconds. */
export async function untilNothingRuns(place: Place, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000
  while (processesOf(place).length > 0 && performance.now() < until) await wait(20)
}

async function unfinishedIn(temporary: string): Promise<string[]> {
  const own = join(temporary, `quarry-${userInfo().uid}`)
  const beside = (await namesIn(temporary)).filter((name) => join(temporary, name) !== own)
  const tags = await namesIn(join(own, 'environments'))
  const unsealed = await Promise.all(
    tags.map(async (tag) =>
      (await namesIn(join(own, 'environments', tag))).includes('sealed.json') ? [] : [tag],
    ),
  )
  return [
    ...beside,
    ...(await namesIn(join(own, 'runs'))),
    ...(await namesIn(join(own, 'locks'))),
    ...unsealed.flat(),
  ]
}

function namesIn(directory: string, options: { readonly recursive?: boolean } = {}): Promise<string[]> {
  return readdir(directory, options).catch(() => [])
}

function linesWith(file: string, text: string): string[] {
  return read(file)
    .split('\n')
    .filter((line) => line.includes(text))
}

function directoryOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return '' // it has ended meanwhile
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // it has ended meanwhile
  }
}
