import { join } from 'node:path'
import type { Limits, Sandbox, TreeStore } from '@quarry/core'
import { closing } from '../common/closing.ts'
import { openDirectories } from '../common/directories.ts'
import { removeTree } from '../common/remove-tree.ts'
import { openArchives } from './archives.ts'
import { openBuilder } from './builder.ts'
import { connectEngine } from './engine.ts'
import { dropEnvironment, findEnvironment } from './environment-images.ts'
import type { Machine } from './machine.ts'
import { openPool } from './pool.ts'
import { report } from './report.ts'
import { ensureRuntime, type Runtime } from './runtime-images.ts'
import type { DockerSettings } from './settings.ts'
import { startWithRoom } from './start-with-room.ts'
import { sweepContainers } from './sweep.ts'
import { openTestbed } from './testbed.ts'

export interface DockerSandboxOptions {
  readonly trees: TreeStore
  /** Default: `quarry-<uid>` below the system's temporary folder. */
  readonly temporaryRoot?: string
  readonly defaultLimits: Limits
  readonly settings: DockerSettings
  /** Containers that may wait for work. */
  readonly idleContainers: number
}

/**
 * Opens the sandbox that runs foreign code in containers, and sweeps what dead runs left behind.
 * @throws UserError `no-container-engine`, `engine-permission-denied`; InfrastructureError `engine-failed`.
 */
export async function openDockerSandbox(options: DockerSandboxOptions): Promise<Sandbox> {
  const engine = await connectEngine()
  await sweepContainers(engine)
  const { run } = await openDirectories(options.temporaryRoot)
  const { settings, defaultLimits, trees } = options
  const pool = openPool((spec) => startWithRoom(engine, settings, spec), options.idleContainers)
  const runtimes = new Map<string | null, Promise<Runtime>>()
  const machine: Machine = {
    engine,
    pool,
    trees,
    archives: openArchives(trees, join(run, 'archives')),
    settings,
    defaultLimits,
    runtime(version) {
      const found = runtimes.get(version) ?? ensureRuntime(engine, settings, defaultLimits, version)
      runtimes.set(version, found)
      found.catch(() => runtimes.delete(version))
      return found
    },
  }
  const open = closing()
  return {
    kind: 'docker',
    describe: () => Promise.resolve(report(engine, settings)),
    findInterpreter: async (version) => (await machine.runtime(version)).interpreter,
    hasEnvironment: async (tag) => (await findEnvironment(machine, tag)) !== null,
    imageOf: async (tag) => {
      const found = await findEnvironment(machine, tag)
      return found && { name: found.name, id: found.image, base: found.base }
    },
    dropEnvironment: (tag) => dropEnvironment(machine, tag),
    openBuilder: (spec, signal) => open.open((either) => openBuilder(machine, spec, either), signal),
    openTestbed: (spec, signal) => open.open(() => openTestbed(machine, spec), signal),
    async close() {
      try {
        await open.closeAll()
      } finally {
        await pool.close().finally(() => removeTree(run))
      }
    },
  }
}
