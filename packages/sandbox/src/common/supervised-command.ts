import type { Limits } from '@quarry/core'

/** What every supervisor is told of a command, and of who runs it. */
export interface SupervisedCommand {
  readonly user: {
    readonly name: string
    readonly uid: number
    readonly gid: number
    /** How the command becomes this user. */
    readonly change: 'setuid' | 'user-namespace' | 'none'
    /** The same user as the supervisor sees it: inside a user namespace that is 0. */
    readonly inner_uid: number
    readonly inner_gid: number
  }
  readonly argv: readonly string[]
  readonly cwd: string
  readonly variables: Readonly<Record<string, string>>
  readonly limits: Limits
  /** What the kernel is to limit per process or user, since nothing else limits it. */
  readonly rlimits: readonly ('memory' | 'processes')[]
  /** True where nothing else tells who ran out of memory, and /proc says how much is used. */
  readonly watch_memory: boolean
}
