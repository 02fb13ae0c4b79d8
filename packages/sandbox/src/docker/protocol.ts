import { z } from 'zod'
import type { SupervisedCommand } from '../common/supervised-command.ts'

/** Kinds of frames between Quarry and the agent in a container (supervisor/frames.py). */
export const frameKinds = {
  request: 1,
  data: 2,
  endOfData: 3,
  stdout: 4,
  stderr: 5,
  packed: 6,
  record: 7,
} as const

/** A directory of the container that is filled, or emptied, as a whole. */
export interface AgentPlace {
  readonly target: string
  readonly uid: number
  readonly gid: number
  readonly mode: number
}

export interface AgentSpecification extends SupervisedCommand {
  readonly isolation: 'container'
}

export type AgentRequest =
  /** Data: a tar stream. `add` keeps what is there. */
  | { readonly do: 'lay'; readonly place: AgentPlace; readonly add: boolean }
  | { readonly do: 'list'; readonly directory: string; readonly top: string }
  /** Answered with a tar stream of these paths, or of everything. */
  | {
      readonly do: 'pack'
      readonly directory: string
      readonly top: string
      readonly paths: readonly string[] | null
    }
  /** How much room there is where the engine keeps its containers. */
  | { readonly do: 'room' }
  /** Data: standard input. Two records come: how the command ended, and whether the container is as new. */
  | {
      readonly do: 'run'
      readonly specification: AgentSpecification
      readonly clean: readonly AgentPlace[] | null
    }

/** What the agent says first. */
export const Greeting = z.object({
  /** 1 where the agent is what the engine started, and not a child of it. */
  pid: z.number(),
  python: z.string(),
  implementation: z.string(),
  executable: z.string(),
  users: z.array(z.tuple([z.string(), z.number(), z.number()])),
  /** Room where the engine keeps its containers. */
  free_bytes: z.number(),
  /** Whether running out of memory can be told from other kills. */
  counts_kills: z.boolean(),
})
export type Greeting = z.infer<typeof Greeting>

export const Done = z.object({ error: z.string().optional() })

export const Entries = z.object({
  error: z.string().optional(),
  entries: z.array(z.tuple([z.string(), z.string().nullable()])).default([]),
})

export const Room = z.object({ free_bytes: z.number(), free_files: z.number() })

/** `left`: what keeps the container from being used again, or null. */
export const AsNew = z.object({ error: z.string().optional(), left: z.string().nullable() })
