import type { SupervisedCommand } from '../common/supervised-command.ts'

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
export interface Specification extends SupervisedCommand {
  readonly isolation: 'namespaces' | 'none'
  readonly network: 'loopback' | 'host'
  /** An empty directory that the new root is mounted on. */
  readonly root: string
  readonly groups: (GroupParents & { readonly name: string }) | null
  /** With namespaces. */
  readonly binds: readonly Bind[]
  readonly scratch: readonly Scratch[]
  readonly overlay: Overlay | null
  /** Without namespaces. */
  readonly fresh: readonly FreshDirectory[]
}
