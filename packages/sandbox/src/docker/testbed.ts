import {
  UserError,
  type Command,
  type CommandResult,
  type Limits,
  type Testbed,
  type TestbedSpec,
} from '@quarry/core'
import { insidePaths } from '../common/paths.ts'
import { readArchive } from './archives.ts'
import type { ContainerSpec } from './container-options.ts'
import { findEnvironment } from './environment-images.ts'
import { layIn } from './lay-in.ts'
import { containerSpec, type Machine } from './machine.ts'
import type { AgentPlace } from './protocol.ts'
import { runInWorker } from './run-in-worker.ts'
import type { TestUser } from './test-user.ts'
import type { Worker } from './worker.ts'

/** What is laid into a container before a command runs. */
interface Part {
  readonly place: AgentPlace
  /** The tar file; null leaves the place empty. */
  readonly archive: string | null
}

/** How long the agent may take beyond a command's own time, in milliseconds. */
const patience = 60_000

/** @throws UserError `environment-not-found` when no sealed environment has the tag. */
export async function openTestbed(machine: Machine, spec: TestbedSpec): Promise<Testbed> {
  const environment = await findEnvironment(machine, spec.tag)
  if (environment === null) {
    throw new UserError(
      `There is no finished environment ${spec.tag} on the container engine at ${machine.engine.where}. Mine the repository again: that builds it.`,
      { code: 'environment-not-found' },
    )
  }
  const { user } = environment
  const own = await layout(machine, spec, user)
  const specFor = (limits: Limits): ContainerSpec =>
    containerSpec(
      machine,
      {
        image: environment.image,
        python: environment.executable,
        network: spec.network === 'host' ? 'host' : 'none',
        purpose: 'tests',
      },
      limits,
    )
  machine.pool.warm(specFor(machine.defaultLimits))
  return {
    paths: insidePaths,
    python: `${insidePaths.environment}/bin/python`,
    async run(command, signal) {
      signal.throwIfAborted()
      const limits = { ...machine.defaultLimits, ...command.limits }
      const worker = await machine.pool.take(specFor(limits))
      return runOnce(machine, worker, own, user, { ...command, limits }, limits, signal)
    },
    close: () => Promise.resolve(),
  }
}

/** Directories that commands write to, in the order in which they are emptied. */
function scratch({ uid, gid }: TestUser): AgentPlace[] {
  const root = { uid: 0, gid: 0, mode: 0o1777 }
  return [
    { target: insidePaths.testbed, uid, gid, mode: 0o755 },
    { target: insidePaths.home, uid, gid, mode: 0o755 },
    { target: insidePaths.temporary, ...root },
    { target: '/dev/shm', ...root },
    { target: '/dev/mqueue', ...root },
    // Podman mounts these two as well.
    { target: '/var/tmp', ...root },
    { target: '/run', ...root, mode: 0o755 },
  ]
}

async function layout(machine: Machine, spec: TestbedSpec, user: TestUser): Promise<Part[]> {
  const { trees, archives } = machine
  const tree = spec.overlay === null ? spec.tree : await trees.overlay(spec.tree, spec.overlay)
  const root = { uid: 0, gid: 0, mode: 0o755 }
  const own = { uid: user.uid, gid: user.gid, mode: 0o755 }
  return [
    { place: { target: insidePaths.testbed, ...own }, archive: await archives.ofTree(tree, user) },
    { place: { target: insidePaths.home, ...own }, archive: null },
    {
      place: { target: insidePaths.site, ...root },
      archive: spec.site === null ? null : await archives.ofTree(spec.site, root),
    },
    {
      place: { target: insidePaths.tools, ...root },
      archive: spec.tools === null ? null : await archives.ofDirectory(spec.tools),
    },
  ]
}

async function runOnce(
  machine: Machine,
  worker: Worker,
  parts: readonly Part[],
  user: TestUser,
  command: Command,
  limits: Limits,
  signal: AbortSignal,
): Promise<CommandResult> {
  const end = (): void => void worker.destroy().catch(() => undefined)
  const overdue = setTimeout(end, limits.wallSeconds * 1000 + patience)
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    for (const { place, archive } of parts)
      await layIn(worker, place, archive === null ? [] : readArchive(archive))
    const { result, left } = await runInWorker(worker, command, { user, limits, clean: scratch(user) })
    signal.throwIfAborted()
    void settle(machine, worker, left)
    return result
  } catch (error) {
    await machine.pool.drop(worker)
    signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(overdue)
    signal.removeEventListener('abort', end)
  }
}

/** A container of which nothing is left to clean is used again. */
async function settle({ pool }: Machine, worker: Worker, left: Promise<string | null>): Promise<void> {
  const isAsNew = await left.then(
    (what) => what === null,
    () => false,
  )
  await (isAsNew ? pool.giveBack(worker) : pool.drop(worker)).catch(() => undefined) // swept by a later run
}
