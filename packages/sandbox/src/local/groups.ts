import { mkdir, readdir, readFile, rmdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { GroupParents } from './specification.ts'
import { isAlive, ownIdentity } from '../common/run-identity.ts'

let made = 0

/** A name for the control groups of one command, which says whose they are. */
export function groupName(): string {
  return `quarry-${ownIdentity()}.${made++}`
}

/** Finds where this process may make control groups for memory and for processes; null where it may not. */
export async function findGroupParents(): Promise<GroupParents | null> {
  try {
    const own = await readFile('/proc/self/cgroup', 'utf8')
    const mounts = await readFile('/proc/self/mountinfo', 'utf8')
    const places = own.trim().split('\n').map(parseMembership)
    const unified = await findUnified(places, mounts)
    if (unified !== null) return { unified, memory: null, pids: null }
    const memory = await findByController('memory', places, mounts)
    const pids = await findByController('pids', places, mounts)
    return memory === null && pids === null ? null : { unified: null, memory, pids }
  } catch {
    return null // no /proc, or no control groups
  }
}

/** Removes empty groups of dead runs. */
export async function sweepGroups(parents: GroupParents | null): Promise<void> {
  for (const parent of placesOf(parents)) {
    for (const name of await readdir(parent)) {
      if (name.startsWith('quarry-') && !isAlive(name.slice('quarry-'.length))) {
        await rmdir(join(parent, name)).catch(() => undefined) // busy: its last process is ending
      }
    }
  }
}

/** Removes the groups of a command whose supervisor could not do so itself. */
export async function removeGroups(parents: GroupParents | null, name: string): Promise<void> {
  for (const parent of placesOf(parents)) {
    await rmdir(join(parent, name)).catch(() => undefined) // gone already, or busy: then a later run sweeps it
  }
}

function placesOf(parents: GroupParents | null): string[] {
  const all = [parents?.unified, parents?.memory, parents?.pids]
  return all.filter((parent) => parent !== undefined && parent !== null)
}

interface Membership {
  readonly controllers: readonly string[]
  readonly path: string
}

function parseMembership(line: string): Membership {
  const [, controllers = '', ...path] = line.split(':')
  return { controllers: controllers.split(',').filter(Boolean), path: path.join(':') }
}

async function findUnified(places: readonly Membership[], mounts: string): Promise<string | null> {
  const place = places.find((each) => each.controllers.length === 0)
  const mounted = findMount(mounts, (kind) => kind === 'cgroup2')
  if (place === undefined || mounted === null) return null
  const top = mounted.point
  for (let at = join(top, relative(mounted.root, place.path)); at.startsWith(top); at = dirname(at)) {
    const passedOn = await readFile(join(at, 'cgroup.subtree_control'), 'utf8').catch(() => '')
    const words = passedOn.trim().split(' ')
    if (words.includes('memory') && words.includes('pids') && (await mayMakeBelow(at))) return at
  }
  return null
}

async function findByController(
  controller: string,
  places: readonly Membership[],
  mounts: string,
): Promise<string | null> {
  const place = places.find((each) => each.controllers.includes(controller))
  const mounted = findMount(mounts, (kind, options) => kind === 'cgroup' && options.includes(controller))
  if (place === undefined || mounted === null) return null
  const at = join(mounted.point, relative(mounted.root, place.path))
  return (await mayMakeBelow(at)) ? at : null
}

function findMount(
  mounts: string,
  matches: (kind: string, options: readonly string[]) => boolean,
): { root: string; point: string } | null {
  for (const line of mounts.split('\n')) {
    const [left = '', right = ''] = line.split(' - ')
    const [, , , root = '/', point = '/'] = left.split(' ')
    const [kind = '', , options = ''] = right.split(' ')
    if (matches(kind, options.split(','))) return { root, point }
  }
  return null
}

async function mayMakeBelow(parent: string): Promise<boolean> {
  const trial = join(parent, groupName())
  try {
    await mkdir(trial)
    await rmdir(trial)
    return true
  } catch {
    return false
  }
}
