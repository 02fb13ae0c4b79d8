import { openLocalSandbox } from '@quarry/sandbox'
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
} satisfies Record<string, Open>

export type OpenerName = keyof typeof openers
