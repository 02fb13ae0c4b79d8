import type { Interpreter, SandboxKind } from '@quarry/core'

/** What a repository's definition and the configuration say about its environment. */
export interface EnvironmentSettings {
  /** Where it is made: an environment of one sandbox is none for another. */
  readonly sandbox: SandboxKind
  /** The one that serves the Python version asked for, here and now. */
  readonly interpreter: Interpreter
  /** Requirements beyond those that the repository declares (PEP 508). */
  readonly requirements: readonly string[]
  /** Environment variables for the tests. */
  readonly variables: Readonly<Record<string, string>>
  /** Globs of the test files that the proof collects, relative to the tree; null: all that pytest collects. */
  readonly testFiles: readonly string[] | null
  /** PYTHONHASHSEED of tracing, validation and grading. */
  readonly hashSeed: number
  /** Seconds that one step of the build may take. */
  readonly buildSeconds: number
  /** Seconds that one test file, and one test point, may take. */
  readonly fileSeconds: number
  readonly pointSeconds: number
  readonly network: 'loopback' | 'host'
}
