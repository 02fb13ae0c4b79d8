import type { Limits, TreeStore } from '@quarry/core'
import type { GroupParents } from './specification.ts'
import type { TestUser } from './test-user.ts'

/** What this machine gives a local sandbox, found out once when it opens. */
export interface Machine {
  readonly trees: TreeStore
  readonly user: TestUser
  readonly isolation: 'namespaces' | 'none'
  /** Why there are no namespaces, or null. */
  readonly namespacesMissing: string | null
  /** False where the kernel refuses the overlay file system: trees are copied for every command. */
  readonly overlay: boolean
  /** Where control groups can be made, or null. */
  readonly groups: GroupParents | null
  /** The interpreter of the host that runs the supervisor. */
  readonly supervisorPython: string
  readonly defaultLimits: Limits
  readonly directories: Directories
}

/** True where memory is watched through /proc, because no control group limits it. */
export function watchesMemory(machine: Machine): boolean {
  const limited = machine.groups !== null && (machine.groups.unified ?? machine.groups.memory) !== null
  return !limited && process.platform === 'linux'
}

/** Absolute directories of the host. */
export interface Directories {
  /** What outlives a run: environments by tag. */
  readonly environments: string
  /** One file by tag for as long as a builder makes that environment, naming its process. */
  readonly locks: string
  /** This sandbox's own; removed when it closes. */
  readonly run: string
  /** Empty: new roots are mounted on it. */
  readonly mountPoint: string
}
