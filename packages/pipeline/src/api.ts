import type { Rejection, RepositoryDefinition, StageName } from '@quarry/core'
import type { MinedInstance } from './summaries.ts'

/** Which candidates a run looks at, and whether pinned versions are asked for anew. */
export interface MineOptions {
  /** Candidate ids, or test paths; empty: all. */
  readonly candidates: readonly string[]
  /** At most so many candidates per repository, in their order; null: all. */
  readonly maxCandidates: number | null
  readonly refresh: boolean
}

/** What `quarry add` found at a source. */
export interface CheckedRepository {
  /** The definition with its version or commit pinned. */
  readonly definition: RepositoryDefinition
  /** Python files of the snapshot whose names look like tests. */
  readonly testFiles: number
  /** Set when the source cannot be mined, such as an sdist without tests. */
  readonly rejection: Rejection | null
}

export type StageState = 'produced' | 'rejected' | 'not-reached'

/** Where a repository stands, from what the last runs left in the store. */
export interface RepositoryStatus {
  readonly name: string
  /** source, environment and observe, in order. */
  readonly stages: readonly { readonly stage: StageName; readonly state: StageState }[]
  /** Set when the repository itself was rejected. */
  readonly rejection: Rejection | null
  readonly candidates: number
  /** Rejected candidates by stage and code, most frequent first. */
  readonly rejections: readonly {
    readonly stage: StageName
    readonly code: string
    readonly candidates: number
  }[]
  /** Candidates that infrastructure trouble kept from a verdict. */
  readonly undecided: number
  readonly instances: readonly MinedInstance[]
}

export interface StatusReport {
  readonly out: string
  readonly repositories: readonly RepositoryStatus[]
}

/** One stage on the way of a candidate. */
export interface ExplainedStep {
  readonly stage: StageName
  readonly state: StageState
  /** File of the artifact, when there is one. */
  readonly artifact: string | null
  /** Facts worth knowing, in short sentences. */
  readonly facts: readonly string[]
}

/** What became of a candidate or a repository, and why. */
export interface Explanation {
  /** Candidate id or repository name. */
  readonly subject: string
  readonly outcome: 'instance' | 'rejected' | 'undecided' | 'repository'
  readonly steps: readonly ExplainedStep[]
  readonly rejection: Rejection | null
  readonly instance: MinedInstance | null
  /** For a repository: its candidates, each with what became of it. */
  readonly candidates: readonly {
    readonly candidate: string
    readonly outcome: 'instance' | 'rejected' | 'undecided'
    /** Instance id, or code and message. */
    readonly detail: string
  }[]
}
