import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError, type SandboxPaths, type Testbed, type TestbedSpec } from '@quarry/core'
import { readSeal, use, whereabouts } from './environments.ts'
import { oneAtATime } from '../common/exclusive.ts'
import { takeFrom } from './give-to.ts'
import { interpreterBinds } from './interpreter-binds.ts'
import type { Machine } from './machine.ts'
import { insidePaths } from '../common/paths.ts'
import type { Place } from './place.ts'
import { removeTree } from '../common/remove-tree.ts'
import { runCommand } from './run-command.ts'
import type { Bind } from './specification.ts'
import type { TreesOnDisk } from './trees-on-disk.ts'

/** Directories of the host that a testbed is made of. */
interface Parts {
  readonly tree: string
  readonly site: string | null
  readonly tools: string | null
  readonly environment: string
  readonly interpreter: string
  /** The testbed's own directory, for what has no better place. */
  readonly own: string
}

/** @throws UserError `environment-not-found` when no sealed environment has the tag. */
export async function openTestbed(
  machine: Machine,
  trees: TreesOnDisk,
  own: string,
  spec: TestbedSpec,
): Promise<Testbed> {
  const seal = await readSeal(machine, spec.tag)
  if (seal === null) {
    throw new UserError(
      `There is no finished environment ${spec.tag} in the local sandbox. Mine the repository again: that builds it.`,
      { code: 'environment-not-found' },
    )
  }
  const undo: (() => Promise<void>)[] = [() => removeTree(own)]
  const close = async (): Promise<void> => {
    for (const each of undo.splice(0)) await each()
  }
  try {
    undo.push(await use(machine, spec.tag))
    await mkdir(own, { mode: 0o711 })
    const parts: Parts = {
      ...(await layTrees(machine, trees, spec, undo)),
      tools: spec.tools,
      environment: whereabouts(machine, spec.tag).contents,
      interpreter: seal.interpreter.executable,
      own,
    }
    return inPlace(machine, await choosePlace(machine, spec, parts), close)
  } catch (error) {
    await close()
    throw error
  }
}

function choosePlace(machine: Machine, spec: TestbedSpec, parts: Parts): Place | Promise<Place> {
  return machine.isolation === 'namespaces'
    ? inNamespaces(machine, spec, parts)
    : inDirectories(machine, spec, parts)
}

function inPlace(machine: Machine, place: Place, close: () => Promise<void>): Testbed {
  // Without namespaces all commands share one set of real directories, laid anew for each.
  const inTurn = machine.isolation === 'none' ? oneAtATime() : null
  return {
    paths: place.paths,
    python: `${place.paths.environment}/bin/python`,
    run: (command, signal) => {
      const task = () => runCommand(machine, place, command, signal)
      return inTurn === null ? task() : inTurn(task)
    },
    close,
  }
}

async function layTrees(
  machine: Machine,
  trees: TreesOnDisk,
  spec: TestbedSpec,
  undo: (() => Promise<void>)[],
): Promise<Pick<Parts, 'tree' | 'site'>> {
  const tree = spec.overlay === null ? spec.tree : await machine.trees.overlay(spec.tree, spec.overlay)
  // What is copied for each command is given away then; until then nobody else should be able to write to it.
  const owner = machine.isolation === 'namespaces' ? machine.user : null
  const laid = await trees.lay(tree, owner)
  undo.push(() => laid.release())
  if (spec.site === null) return { tree: laid.directory, site: null }
  const site = await trees.lay(spec.site, null)
  undo.push(() => site.release())
  return { tree: laid.directory, site: site.directory }
}

function inNamespaces(machine: Machine, spec: TestbedSpec, parts: Parts): Place {
  const paths = insidePaths
  const shown: [string | null, string][] = [
    [parts.environment, paths.environment],
    [parts.site, paths.site],
    [parts.tools, paths.tools],
  ]
  const binds: Bind[] = shown.flatMap(([source, target]) =>
    source === null ? [] : [{ source, target, writable: false }],
  )
  return {
    paths,
    network: spec.network,
    binds: [...interpreterBinds(parts.interpreter), ...binds],
    scratch: [
      { target: paths.temporary, mode: 0o1777 },
      { target: paths.home, mode: 0o755 },
    ],
    overlay: { tree: parts.tree, target: paths.testbed, copy: !machine.overlay },
    fresh: [],
    limits: machine.defaultLimits,
  }
}

async function inDirectories(machine: Machine, spec: TestbedSpec, parts: Parts): Promise<Place> {
  const tools = join(parts.own, 'tools')
  if (parts.tools === null) await mkdir(tools, { mode: 0o755 })
  else await cp(parts.tools, tools, { recursive: true }) // the test user may not be able to read the original
  await takeFrom(machine.user, tools)
  const paths: SandboxPaths = {
    testbed: join(parts.own, 'testbed'),
    environment: parts.environment,
    site: parts.site ?? join(parts.own, 'site'),
    tools,
    home: join(parts.own, 'home'),
    temporary: join(parts.own, 'tmp'),
  }
  return {
    paths,
    network: spec.network,
    binds: [],
    scratch: [],
    overlay: null,
    fresh: [
      { target: paths.testbed, tree: parts.tree, mode: 0o755 },
      { target: paths.home, tree: null, mode: 0o755 },
      { target: paths.temporary, tree: null, mode: 0o1777 },
    ],
    limits: machine.defaultLimits,
  }
}
