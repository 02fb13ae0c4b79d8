import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BugError, InfrastructureError, type Interpreter } from '@quarry/core'
import { z } from 'zod'
import type { Directories } from '../common/directories.ts'
import type { Machine } from './machine.ts'
import { removeTree } from '../common/remove-tree.ts'
import { isAlive, ownIdentity } from '../common/run-identity.ts'

/** Where one environment lies, and the files that say how far it is. */
interface Whereabouts {
  readonly top: string
  /** The virtual environment; never moved, since its scripts name their own place. */
  readonly contents: string
  readonly seal: string
  /** There while a builder is at work. */
  readonly lock: string
  /** Holds a file for every testbed that uses it. */
  readonly users: string
}

/** What a seal says: an environment only serves where it would be shown under the same names. */
const Seal = z.object({
  interpreter: z.object({
    version: z.string(),
    implementation: z.string(),
    executable: z.string(),
    checkedAs: z.string(),
  }),
  isolation: z.enum(['namespaces', 'none']),
  uid: z.number(),
})
type Seal = z.infer<typeof Seal>

export function whereabouts(machine: Machine, tag: string): Whereabouts {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(tag)) {
    throw new BugError(`The environment tag ${JSON.stringify(tag)} is not a plain name.`, {
      code: 'environment-tag-not-plain',
    })
  }
  const top = join(machine.directories.environments, tag)
  return {
    top,
    contents: join(top, 'environment'),
    seal: join(top, 'sealed.json'),
    lock: join(machine.directories.locks, tag),
    users: join(top, 'users'),
  }
}

/** The seal of a finished environment, or null when there is none that serves here. */
export async function readSeal(machine: Machine, tag: string): Promise<Seal | null> {
  const text = await readFile(whereabouts(machine, tag).seal, 'utf8').catch(() => null)
  if (text === null) return null
  const seal = Seal.safeParse(JSON.parse(text)).data // another version of Quarry may have sealed it otherwise
  if (seal === undefined) return null
  return seal.isolation === machine.isolation && seal.uid === machine.user.uid ? seal : null
}

/**
 * Clears the tag's place for a builder.
 * @throws InfrastructureError `environment-busy` while another builder or a testbed uses it.
 */
export async function claim(machine: Machine, tag: string): Promise<Whereabouts> {
  const place = whereabouts(machine, tag)
  await writeFile(place.lock, ownIdentity(), { flag: 'wx' }).catch(async (cause: unknown) => {
    throw busy(tag, await readFile(place.lock, 'utf8').catch(() => ''), cause)
  })
  const users = await readdir(place.users).catch((): string[] => [])
  const user = users.find(isAlive)
  if (user !== undefined) {
    await rm(place.lock)
    throw busy(tag, user)
  }
  await removeTree(place.top)
  await mkdir(place.users, { recursive: true, mode: 0o711 })
  await mkdir(place.contents)
  return place
}

/** Ends the builder's hold on the tag; what has no seal goes. */
export async function release(machine: Machine, tag: string, sealed: boolean): Promise<void> {
  const place = whereabouts(machine, tag)
  if (!sealed) await removeTree(place.top)
  await rm(place.lock, { force: true })
}

function busy(tag: string, identity: string, cause?: unknown): InfrastructureError {
  return new InfrastructureError(
    `The environment ${tag} is in use by process ${identity.split('.')[0]}. Wait until that has ended, then run again.`,
    { code: 'environment-busy', cause },
  )
}

export async function writeSeal(machine: Machine, tag: string, interpreter: Interpreter): Promise<void> {
  const place = whereabouts(machine, tag)
  const seal: Seal = { interpreter, isolation: machine.isolation, uid: machine.user.uid }
  const draft = `${place.seal}.draft`
  await writeFile(draft, `${JSON.stringify(seal, null, 2)}\n`, { flush: true })
  await rename(draft, place.seal)
}

let uses = 0

/** Marks a sealed environment as used, so that nobody builds it anew meanwhile. Returns what ends that. */
export async function use(machine: Machine, tag: string): Promise<() => Promise<void>> {
  const mark = join(whereabouts(machine, tag).users, `${ownIdentity()}.${uses++}`)
  await writeFile(mark, '')
  return () => rm(mark, { force: true })
}

/** Removes a sealed environment that nobody uses. */
export async function dropEnvironment(machine: Machine, tag: string): Promise<void> {
  try {
    await claim(machine, tag)
  } catch (error) {
    if (error instanceof InfrastructureError && error.code === 'environment-busy') return
    throw error
  }
  await release(machine, tag, false)
}

/** Removes what builders that are dead left unfinished. */
export async function sweepEnvironments({ environments, locks }: Directories): Promise<void> {
  for (const tag of await readdir(locks)) {
    const builder = await readFile(join(locks, tag), 'utf8').catch(() => '')
    if (!isAlive(builder)) await rm(join(locks, tag), { force: true })
  }
  const building = new Set(await readdir(locks))
  for (const tag of await readdir(environments)) {
    const top = join(environments, tag)
    const names = await readdir(top).catch((): string[] => [])
    if (!names.includes('sealed.json') && !building.has(tag)) await removeTree(top)
    for (const user of await readdir(join(top, 'users')).catch(() => [])) {
      if (!isAlive(user)) await rm(join(top, 'users', user), { force: true })
    }
  }
}
