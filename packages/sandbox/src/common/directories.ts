import { lstat, mkdir, readdir } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { UserError } from '@quarry/core'
import { removeTree } from './remove-tree.ts'
import { mayBeAlive, ownIdentity } from './run-identity.ts'

/** Absolute directories of the host. */
export interface Directories {
  /** What outlives a run: environments by tag. */
  readonly environments: string
  /** One file by tag for as long as a builder makes that environment, naming its process. */
  readonly locks: string
  /** This sandbox's own; removed when it closes. */
  readonly run: string
  /** Empty: the local sandbox mounts new roots on it. */
  readonly mountPoint: string
}

/** Passable, so that the test user reaches what is shown to it, but not to be listed. */
const passable = 0o711

let opened = 0

/** Makes this sandbox's directories, and removes what runs that are dead left behind. */
export async function openDirectories(temporaryRoot: string | undefined): Promise<Directories> {
  const root = temporaryRoot ?? join(tmpdir(), `quarry-${userInfo().uid}`)
  await makeRoot(root)
  await checkOwner(root)
  const runs = join(root, 'runs')
  const environments = join(root, 'environments')
  await mkdir(runs, { recursive: true, mode: passable })
  const locks = join(root, 'locks')
  await mkdir(environments, { recursive: true, mode: passable })
  await mkdir(locks, { recursive: true, mode: passable })
  await sweepRuns(runs)
  const random = crypto.randomUUID().slice(0, 8)
  const run = join(runs, `${ownIdentity()}.${opened++}-${random}`)
  const mountPoint = join(run, 'root')
  await mkdir(run, { mode: passable })
  await mkdir(mountPoint, { mode: passable })
  return { environments, locks, run, mountPoint }
}

async function makeRoot(root: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: passable }).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new UserError(
      `The temporary root ${root} cannot be made: ${why}. Choose another temporary folder (TMPDIR).`,
      {
        code: 'temporary-root-not-writable',
        cause,
      },
    )
  })
}

/** A shared temporary folder lets other users make our directory first. */
async function checkOwner(root: string): Promise<void> {
  const found = await lstat(root)
  const foreign = found.uid !== userInfo().uid || (found.mode & 0o022) !== 0
  if (found.isDirectory() && !foreign) return
  throw new UserError(
    `The temporary root ${root} is not a directory that only its owner, the user running Quarry, may write to. Remove it, or choose another (TMPDIR).`,
    { code: 'temporary-root-not-safe' },
  )
}

async function sweepRuns(runs: string): Promise<void> {
  for (const name of await readdir(runs)) {
    if (!mayBeAlive(name)) await removeTree(join(runs, name))
  }
}
