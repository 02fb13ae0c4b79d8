import type { Limits, SandboxPaths } from '@quarry/core'
import type { Bind, FreshDirectory, Overlay, Scratch } from './specification.ts'

/** Where commands run: what they see, and where that comes from. */
export interface Place {
  readonly paths: SandboxPaths
  readonly network: 'loopback' | 'host'
  readonly binds: readonly Bind[]
  readonly scratch: readonly Scratch[]
  readonly overlay: Overlay | null
  readonly fresh: readonly FreshDirectory[]
  readonly limits: Limits
}
