import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '@quarry/core'
import { giveTo } from './give-to.ts'
import type { Machine } from './machine.ts'
import { insidePaths } from '../common/paths.ts'
import type { Place } from './place.ts'
import { runCommand } from './run-command.ts'

type Found = Pick<Machine, 'isolation' | 'namespacesMissing' | 'overlay'>
type Unprobed = Omit<Machine, keyof Found>

interface Wanted {
  readonly namespaces?: 'auto' | 'none'
  readonly overlay?: 'auto' | 'none'
}

/** Finds out what the kernel gives by using it: with namespaces and overlay, then without overlay, then without either. */
export async function probe(machine: Unprobed, wanted: Wanted): Promise<Found> {
  if (wanted.namespaces === 'none') return await withoutNamespaces(machine, 'they were switched off')
  const tree = join(machine.directories.run, 'probe')
  await mkdir(join(tree, 'directory/below'), { recursive: true })
  await giveTo(machine.user, tree)
  let why: string | null = null
  for (const overlay of wanted.overlay === 'none' ? [false] : [true, false]) {
    const trial: Machine = { ...machine, isolation: 'namespaces', namespacesMissing: null, overlay }
    why = await attempt(trial, tree)
    if (why === null) return { isolation: 'namespaces', namespacesMissing: null, overlay }
  }
  return await withoutNamespaces(machine, why ?? 'unknown reason')
}

/** Then the test user must reach the temporary root along the host's own path. */
async function withoutNamespaces(machine: Unprobed, why: string): Promise<Found> {
  const trial: Machine = { ...machine, isolation: 'none', namespacesMissing: why, overlay: false }
  const { run } = machine.directories
  const command = { argv: ['/bin/sh', '-c', 'cd "$1"', 'sh', run], cwd: '/' }
  const result = await runCommand(trial, emptyPlace(machine), command, AbortSignal.timeout(60_000))
  if (result.status !== 0) {
    throw new UserError(
      `The user ${machine.user.name}, who runs foreign code, cannot reach the temporary root ${dirname(dirname(run))}, and there are no namespaces to show it elsewhere (${why}). Make every directory above it passable (chmod a+x), or choose another (TMPDIR).`,
      { code: 'temporary-root-not-reachable' },
    )
  }
  return { isolation: 'none', namespacesMissing: why, overlay: false }
}

function emptyPlace(machine: Unprobed): Place {
  return {
    paths: insidePaths,
    network: 'loopback',
    binds: [],
    scratch: [{ target: '/tmp', mode: 0o1777 }],
    overlay: null,
    fresh: [],
    limits: { ...machine.defaultLimits, wallSeconds: 30 },
  }
}

/** Null when a command ran, else why not. */
async function attempt(machine: Machine, tree: string): Promise<string | null> {
  const place: Place = {
    ...emptyPlace(machine),
    overlay: { tree, target: insidePaths.testbed, copy: !machine.overlay },
  }
  // A directory that is removed and made again must come back empty: some file systems below an overlay fail in this.
  const script = ': > written && rm -r directory && mkdir directory && test -z "$(ls directory)"'
  const command = { argv: ['/bin/sh', '-c', script] }
  try {
    const result = await runCommand(machine, place, command, AbortSignal.timeout(60_000))
    if (result.outcome === 'exited' && result.status === 0) return null
    return new TextDecoder().decode(result.stderr).trim() || `a first command ended as ${result.outcome}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
