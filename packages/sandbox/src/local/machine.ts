import type { Limits, TreeStore } from '@quarry/core'
import type { Directories } from '../common/directories.ts'
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
