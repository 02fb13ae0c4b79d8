import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Builder, BuilderSpec, SandboxPaths } from '@quarry/core'
import { claim, release, writeSeal } from './environments.ts'
import { giveTo, takeFrom } from './give-to.ts'
import { hostFileBinds } from './host-files.ts'
import { interpreterBinds } from './interpreter-binds.ts'
import type { Machine } from './machine.ts'
import { insidePaths } from '../common/paths.ts'
import type { Place } from './place.ts'
import { removeTree } from '../common/remove-tree.ts'
import { runCommand } from './run-command.ts'
import type { Bind } from './specification.ts'
import { captureFiles, listFiles } from './taking-in.ts'

/** @throws InfrastructureError `environment-busy` when somebody else builds or uses the same tag. */
export async function openBuilder(machine: Machine, own: string, spec: BuilderSpec): Promise<Builder> {
  const claimed = await claim(machine, spec.tag)
  const onHost: SandboxPaths = {
    testbed: join(own, 'testbed'),
    environment: claimed.contents,
    site: join(own, 'site'),
    tools: join(own, 'tools'),
    home: join(own, 'home'),
    temporary: join(own, 'tmp'),
  }
  try {
    await makeDirectories(machine, own, onHost, spec)
  } catch (error) {
    await removeTree(own)
    await release(machine, spec.tag, false)
    throw error
  }
  const place =
    machine.isolation === 'namespaces' ? inNamespaces(machine, onHost, spec) : inDirectories(machine, onHost)
  let open = true
  let sealed = false
  return {
    paths: place.paths,
    run: (command, signal) => {
      const binds =
        machine.isolation === 'namespaces' ? [...place.binds, ...hostFileBinds(command.variables ?? {})] : []
      return runCommand(machine, { ...place, binds }, command, signal)
    },
    capture: (directory, select) => captureFiles(machine.trees, place.paths, onHost, directory, select),
    list: (directory) => listFiles(place.paths, onHost, directory),
    async seal() {
      await takeFrom(machine.user, onHost.environment)
      await writeSeal(machine, spec.tag, spec.interpreter)
      sealed = true
    },
    async close() {
      if (!open) return
      open = false
      await removeTree(own)
      await release(machine, spec.tag, sealed)
    },
  }
}

async function makeDirectories(
  machine: Machine,
  own: string,
  onHost: SandboxPaths,
  spec: BuilderSpec,
): Promise<void> {
  await mkdir(own, { mode: 0o711 })
  for (const directory of [onHost.testbed, onHost.site, onHost.home, onHost.temporary]) {
    await mkdir(directory, { mode: 0o755 })
  }
  await machine.trees.exportTo(spec.tree, onHost.testbed)
  for (const directory of [onHost.testbed, onHost.site, onHost.home, onHost.temporary, onHost.environment]) {
    await giveTo(machine.user, directory)
  }
  if (spec.tools === null) await mkdir(onHost.tools, { mode: 0o755 })
  else await cp(spec.tools, onHost.tools, { recursive: true })
  await takeFrom(machine.user, onHost.tools)
}

function inNamespaces(machine: Machine, onHost: SandboxPaths, spec: BuilderSpec): Place {
  const paths = insidePaths
  const show = (role: keyof SandboxPaths, writable: boolean): Bind => ({
    source: onHost[role],
    target: paths[role],
    writable,
  })
  return {
    paths,
    network: 'host',
    binds: [
      ...interpreterBinds(spec.interpreter.executable),
      show('testbed', true),
      show('environment', true),
      show('site', true),
      show('tools', false),
      show('home', true),
      show('temporary', true),
    ],
    scratch: [],
    overlay: null,
    fresh: [],
    limits: machine.defaultLimits,
  }
}

function inDirectories(machine: Machine, onHost: SandboxPaths): Place {
  return {
    paths: onHost,
    network: 'host',
    binds: [],
    scratch: [],
    overlay: null,
    fresh: [],
    limits: machine.defaultLimits,
  }
}
