import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Processes of the host, as their command lines, that hold the marker. Every PID namespace is below the host's. */
export function processesWith(marker: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => readOrEmpty(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim())
    .filter((line) => line.includes(marker))
}

/** The parent of the `sleep` that was given this many seconds. */
export function parentOf(seconds: string): number {
  const sleeping = readdirSync('/proc').find(
    (name) => readOrEmpty(`/proc/${name}/cmdline`) === `sleep\0${seconds}\0`,
  )
  return Number(readOrEmpty(`/proc/${sleeping}/stat`).split(') ')[1]?.split(' ')[1])
}

/** Control groups that this process made for commands and that are still there. */
export function ownControlGroups(): string[] {
  const memberships = readOrEmpty('/proc/self/cgroup').trim().split('\n')
  const places = memberships.flatMap((line) => {
    const [, controllers = '', path = ''] = line.split(':')
    return [`/sys/fs/cgroup/${controllers}${path}`, `/sys/fs/cgroup${path}`]
  })
  return places
    .flatMap((place) => (existsSync(place) ? readdirSync(place) : []))
    .filter((name) => name.startsWith(`quarry-${process.pid}.`))
}

export function mountsWith(marker: string): string[] {
  return readOrEmpty('/proc/self/mountinfo')
    .split('\n')
    .filter((line) => line.includes(marker))
}

/** Files below a directory that this process holds open, removed ones included. */
export function openFilesBelow(directory: string): string[] {
  return readdirSync('/proc/self/fd')
    .map((name) => linkOrEmpty(`/proc/self/fd/${name}`))
    .filter((path) => path.startsWith(`${directory}/`))
}

/** Waits until the check gives an empty list; returns what it gave last, at the latest after ten seconds. */
export async function emptyInTime(check: () => string[]): Promise<string[]> {
  const until = Date.now() + 10_000
  while (check().length > 0 && Date.now() < until) await wait(50)
  return check()
}

/** Waits until the check gives something. */
export async function somethingInTime(check: () => string[]): Promise<string[]> {
  const until = Date.now() + 10_000
  while (check().length === 0 && Date.now() < until) await wait(20)
  return check()
}

let count = 0

/** A number of seconds for `sleep` that no other process on this machine is given: it marks the process. */
export function uniqueSleep(): string {
  count += 1
  return `${1000 + count}.${process.pid}${Date.now()}`
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it ended meanwhile
  }
}

function linkOrEmpty(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return '' // it was closed meanwhile
  }
}
