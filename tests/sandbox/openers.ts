import { createHash } from 'node:crypto'
import { defaultDockerSettings, openDockerSandbox, openLocalSandbox } from '@quarry/sandbox'
import type { Limits, Sandbox, TreeStore } from '@quarry/core'

export const testLimits: Limits = {
  wallSeconds: 30,
  memoryBytes: 1_000_000_000,
  processes: 100,
  diskBytes: 100_000_000,
  outputBytes: 1_000_000,
}

export type Open = (trees: TreeStore, temporaryRoot: string) => Promise<Sandbox>

/** Every implementation that the suite is run against, by a name that a program of its own can be given. */
export const openers = {
  'local sandbox': (trees, temporaryRoot) =>
    openLocalSandbox({ trees, temporaryRoot, defaultLimits: testLimits }),
  'local sandbox without namespaces': (trees, temporaryRoot) =>
    openLocalSandbox({ trees, temporaryRoot, defaultLimits: testLimits, namespaces: 'none' }),
  'docker sandbox, Python 3.11': openDocker('3.11'),
  'docker sandbox, Python 3.13': openDocker('3.13'),
} satisfies Record<string, Open>

export type OpenerName = keyof typeof openers

/** The image with a version of Python that tests use. */
export function baseImage(version: string): string {
  return (process.env['QUARRY_BASE_IMAGE'] ?? 'quarry-base:{version}').replace('{version}', version)
}

/** Images of one folder's tests are told from all others by the start of their names. */
export function imagePrefix(temporaryRoot: string): string {
  return `quarry-test-${createHash('sha256').update(temporaryRoot).digest('hex').slice(0, 12)}`
}

function openDocker(version: string): Open {
  return (trees, temporaryRoot) =>
    openDockerSandbox({
      trees,
      temporaryRoot,
      defaultLimits: testLimits,
      idleContainers: 2,
      settings: {
        ...defaultDockerSettings,
        baseImage: baseImage(version),
        buildImage: null,
        imagePrefix: imagePrefix(temporaryRoot),
      },
    })
}
