import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Machine } from './machine.ts'
import { namespacePaths, type Place } from './place.ts'
import { runCommand } from './run-command.ts'

/** Finds out what the kernel gives by using it: with namespaces and overlay, then without overlay, then without either. */
export async function probe(
  machine: Omit<Machine, 'isolation' | 'namespacesMissing' | 'overlay'>,
  wanted: 'auto' | 'none',
): Promise<Pick<Machine, 'isolation' | 'namespacesMissing' | 'overlay'>> {
  if (wanted === 'none') {
    return { isolation: 'none', namespacesMissing: 'they were switched off', overlay: false }
  }
  const tree = join(machine.directories.run, 'probe')
  await mkdir(tree, { recursive: true })
  let why: string | null = null
  for (const overlay of [true, false]) {
    const trial: Machine = { ...machine, isolation: 'namespaces', namespacesMissing: null, overlay }
    why = await attempt(trial, tree)
    if (why === null) return { isolation: 'namespaces', namespacesMissing: null, overlay }
  }
  return { isolation: 'none', namespacesMissing: why, overlay: false }
}

/** Null when a command ran, else why not. */
async function attempt(machine: Machine, tree: string): Promise<string | null> {
  const place: Place = {
    paths: namespacePaths,
    network: 'loopback',
    binds: [],
    scratch: [{ target: '/tmp', mode: 0o1777 }],
    overlay: { tree, target: namespacePaths.testbed, copy: !machine.overlay },
    fresh: [],
    limits: { ...machine.defaultLimits, wallSeconds: 30 },
  }
  const command = { argv: ['/bin/sh', '-c', ': > written'] }
  try {
    const result = await runCommand(machine, place, command, AbortSignal.timeout(60_000))
    if (result.outcome === 'exited' && result.status === 0) return null
    return new TextDecoder().decode(result.stderr).trim() || `a first command ended as ${result.outcome}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
