import type { Limits } from '@quarry/core'
import type { TestUser } from './test-user.ts'

/** A directory or file of the host, shown to the command. */
export interface Bind {
  readonly source: string
  readonly target: string
  readonly writable: boolean
}

/** A directory that is empty, or filled from a tree on disk, whenever a command starts. */
export interface FreshDirectory {
  readonly target: string
  readonly tree: string | null
  readonly mode: number
}

/** An empty directory in memory, the user's own, gone with the command. */
export interface Scratch {
  readonly target: string
  readonly mode: number
}

/** A tree on disk, laid so that what is written stays in memory. */
export interface Overlay {
  readonly tree: string
  readonly target: string
  /** True where the kernel has no overlay file system for us: a real copy then. */
  readonly copy: boolean
}

/** Where new control groups can be made, by controller. */
export interface GroupParents {
  readonly unified: string | null
  readonly memory: string | null
  readonly pids: string | null
}

/** What the supervisor is told, as one line of JSON. */
export interface Specification {
  readonly isolation: 'namespaces' | 'none'
  readonly network: 'loopback' | 'host'
  /** An empty directory that the new root is mounted on. */
  readonly root: string
  readonly user: {
    readonly name: string
    readonly uid: number
    readonly gid: number
    readonly change: TestUser['change']
    /** The same user as the supervisor sees it: inside a user namespace that is 0. */
    readonly inner_uid: number
    readonly inner_gid: number
  }
  readonly argv: readonly string[]
  readonly cwd: string
  readonly variables: Readonly<Record<string, string>>
  readonly limits: Limits
  readonly groups: (GroupParents & { readonly name: string }) | null
  /** What the kernel is to limit per process or user, since nothing else limits it. */
  readonly rlimits: readonly ('memory' | 'processes')[]
  /** True where no control group limits memory, and /proc tells how much is used. */
  readonly watch_memory: boolean
  /** With namespaces. */
  readonly binds: readonly Bind[]
  readonly scratch: readonly Scratch[]
  readonly overlay: Overlay | null
  /** Without namespaces. */
  readonly fresh: readonly FreshDirectory[]
}
