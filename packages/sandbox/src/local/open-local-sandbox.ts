import { join } from 'node:path'
import type { Interpreter, Limits, Sandbox, TreeStore } from '@quarry/core'
import { openBuilder } from './builder.ts'
import { openDirectories } from '../common/directories.ts'
import { dropEnvironment, readSeal, sweepEnvironments } from './environments.ts'
import { findGroupParents, sweepGroups } from './groups.ts'
import { findInterpreter } from './interpreters.ts'
import type { Machine } from './machine.ts'
import { probe } from './probe.ts'
import { removeTree } from '../common/remove-tree.ts'
import { report } from './report.ts'
import { findSupervisorPython } from './supervisor-python.ts'
import { findTestUser } from './test-user.ts'
import { openTestbed } from './testbed.ts'
import { treesOnDisk } from './trees-on-disk.ts'
import { closing } from '../common/closing.ts'

export interface LocalSandboxOptions {
  readonly trees: TreeStore
  /** Default: `quarry-<uid>` below the system's temporary folder. Environments stay there from run to run. */
  readonly temporaryRoot?: string
  readonly defaultLimits: Limits
  /** Looked at before QUARRY_PYTHON and PATH. */
  readonly pythonCandidates?: readonly string[]
  /** `none` does without namespaces even where the kernel gives them. */
  readonly namespaces?: 'auto' | 'none'
  /** `none` copies trees even where the kernel gives the overlay file system. */
  readonly overlay?: 'auto' | 'none'
}

/**
 * Opens the sandbox that runs foreign code on this machine, and sweeps what dead runs left behind.
 * @throws UserError `python-not-found`, `temporary-root-not-safe`; InfrastructureError `no-test-user`.
 */
export async function openLocalSandbox(options: LocalSandboxOptions): Promise<Sandbox> {
  const machine = await openMachine(options)
  const trees = treesOnDisk(machine.trees, join(machine.directories.run, 'trees'))
  const candidates = options.pythonCandidates ?? []
  const open = closing()
  const interpreters = new Map<string | null, Promise<Interpreter>>()
  let count = 0
  return {
    kind: 'local',
    describe: () => Promise.resolve(report(machine)),
    findInterpreter(version) {
      const found = interpreters.get(version) ?? findInterpreter(machine, candidates, version)
      interpreters.set(version, found)
      return found
    },
    hasEnvironment: async (tag) => (await readSeal(machine, tag)) !== null,
    imageOf: () => Promise.resolve(null),
    dropEnvironment: (tag) => dropEnvironment(machine, tag),
    openBuilder(spec, signal) {
      const own = join(machine.directories.run, `builder-${count++}`)
      return open.open(() => openBuilder(machine, own, spec), signal)
    },
    openTestbed(spec, signal) {
      const own = join(machine.directories.run, `testbed-${count++}`)
      return open.open(() => openTestbed(machine, trees, own, spec), signal)
    },
    close: () => open.closeAll().finally(() => removeTree(machine.directories.run)),
  }
}

async function openMachine(options: LocalSandboxOptions): Promise<Machine> {
  const directories = await openDirectories(options.temporaryRoot)
  await sweepEnvironments(directories)
  const groups = await findGroupParents()
  await sweepGroups(groups)
  const found = {
    trees: options.trees,
    user: await findTestUser(),
    groups,
    supervisorPython: await findSupervisorPython(options.pythonCandidates ?? []),
    defaultLimits: options.defaultLimits,
    directories,
  }
  return { ...found, ...(await probe(found, options)) }
}
