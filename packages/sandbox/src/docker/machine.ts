import type { Limits, TreeStore } from '@quarry/core'
import type { Archives } from './archives.ts'
import type { ContainerSpec } from './container-options.ts'
import type { Engine } from './engine.ts'
import type { Pool } from './pool.ts'
import type { Runtime } from './runtime-images.ts'
import type { DockerSettings } from './settings.ts'

/** What a Docker sandbox works with, found out once when it opens. */
export interface Machine {
  readonly engine: Engine
  readonly pool: Pool
  readonly trees: TreeStore
  readonly archives: Archives
  readonly settings: DockerSettings
  readonly defaultLimits: Limits
  /** The image with the interpreter of a version such as `3.11`; null: the default version. */
  runtime(version: string | null): Promise<Runtime>
}

/** A container of an image under these limits. */
export function containerSpec(
  machine: Pick<Machine, 'settings' | 'engine'>,
  image: Pick<ContainerSpec, 'image' | 'python' | 'network' | 'purpose'>,
  limits: Limits,
): ContainerSpec {
  const { memoryBytes, processes, diskBytes } = limits
  // An engine refuses more processors than it has.
  const { unlimited } = machine.engine
  const processors = unlimited.includes('processors')
    ? 0
    : Math.min(machine.settings.processors, machine.engine.processors)
  return { ...image, memoryBytes, processes, diskBytes, processors }
}
