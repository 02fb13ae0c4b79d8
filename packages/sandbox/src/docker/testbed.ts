import {
  bytesInWords,
  UserError,
  type Command,
  type CommandResult,
  type Limits,
  type Testbed,
  type TestbedSpec,
} from '@quarry/core'
import { insidePaths } from '../common/paths.ts'
import type { OpenArchive } from './archives.ts'
import type { ContainerSpec } from './container-options.ts'
import { findEnvironment } from './environment-images.ts'
import { layIn } from './lay-in.ts'
import { containerSpec, type Machine } from './machine.ts'
import type { AgentPlace } from './protocol.ts'
import { runInWorker } from './run-in-worker.ts'
import type { TestUser } from './test-user.ts'
import type { Worker } from './worker.ts'

/** What is laid into a container before a command runs; null leaves the place empty. */
interface Part {
  readonly place: AgentPlace
  readonly open: (() => Promise<OpenArchive>) | null
}

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

async function layout({ trees, archives }: Machine, spec: TestbedSpec, user: TestUser): Promise<Part[]> {
  const tree = spec.overlay === null ? spec.tree : await trees.overlay(spec.tree, spec.overlay)
  const { site, tools } = spec
  const root = { uid: 0, gid: 0, mode: 0o755 }
  const own = { uid: user.uid, gid: user.gid, mode: 0o755 }
  return [
    { place: { target: insidePaths.testbed, ...own }, open: () => archives.openTree(tree, user) },
    { place: { target: insidePaths.home, ...own }, open: null },
    {
      place: { target: insidePaths.site, ...root },
      open: site === null ? null : () => archives.openTree(site, root),
    },
    {
      place: { target: insidePaths.tools, ...root },
      open: tools === null ? null : () => archives.openDirectory(tools),
    },
  ]
}

/** @throws UserError `tree-too-large`: it lies in memory, and a part of that has to be left for the command. */
async function layPart(worker: Worker, { place, open }: Part, limits: Limits): Promise<void> {
  const archive = await open?.()
  if (archive === undefined) return layIn(worker, place, [])
  const most = Math.min(limits.diskBytes, limits.memoryBytes / 2)
  if (archive.bytes > most) {
    archive.pieces.destroy()
    throw new UserError(
      `The tree takes ${bytesInWords(archive.bytes)}, and lies in memory in the Docker sandbox, where ${bytesInWords(most)} are for it. Raise limits.memoryMegabytes and limits.diskMegabytes in pipeline.config.ts, or use the local sandbox: --sandbox local.`,
      { code: 'tree-too-large' },
    )
  }
  await layIn(worker, place, archive.pieces)
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
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    for (const part of parts) await layPart(worker, part, limits)
    const { result, left } = await runInWorker(worker, command, { user, limits, clean: scratch(user) })
    signal.throwIfAborted()
    void settle(machine, worker, left)
    return result
  } catch (error) {
    await machine.pool.drop(worker).catch(() => undefined) // the first trouble is the one to be told
    signal.throwIfAborted()
    throw error
  } finally {
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
