import type { TreeHash } from '../artifacts/common.ts'

export type SandboxKind = 'local' | 'docker'

/** Where things lie as a command inside sees them; absolute. */
export interface SandboxPaths {
  /** The repository: `/testbed` wherever the sandbox can give that name. */
  readonly testbed: string
  /** The virtual environment with the third-party distributions. */
  readonly environment: string
  /** dist-info and scripts of the distribution under test. */
  readonly site: string
  /** Quarry's own files, read-only. */
  readonly tools: string
  readonly home: string
  readonly temporary: string
}

/** A Python interpreter that was run as the user who runs the tests. */
export interface Interpreter {
  /** Full version, such as 3.11.2. */
  readonly version: string
  readonly implementation: string
  /** Path as the sandbox sees it. */
  readonly executable: string
  /** Name of the user it was checked as. */
  readonly checkedAs: string
}

/** Limits of one command. All are enforced where the system can; `describe()` says which are not. */
export interface Limits {
  readonly wallSeconds: number
  readonly memoryBytes: number
  readonly processes: number
  /** Bytes that the command may write to disk in all. */
  readonly diskBytes: number
  /** Bytes kept of stdout and of stderr each; of stderr the tail is kept, 8 MiB at most. */
  readonly outputBytes: number
}

export interface Command {
  readonly argv: readonly string[]
  /** Absolute, as the sandbox sees it; default: the testbed. */
  readonly cwd?: string
  /** Added to the sandbox's own small environment; the host's environment is not inherited. */
  readonly variables?: Readonly<Record<string, string>>
  readonly stdin?: Uint8Array
  /** Gets what is written to stdout as it comes; the result has it all the same. Must not throw. */
  readonly onStdout?: (piece: Uint8Array) => void
  readonly limits?: Partial<Limits>
}

/** How a command ended. Only `exited` has a status that means anything to the program. */
export interface CommandResult {
  readonly outcome: 'exited' | 'killed-by-signal' | 'timed-out' | 'out-of-memory'
  /** Exit status when `exited`, else null. */
  readonly status: number | null
  /** Signal name when `killed-by-signal`, else null. */
  readonly signal: string | null
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
  /** True when stdout or stderr passed `outputBytes`. */
  readonly truncated: boolean
  readonly durationMs: number
}

export interface BuilderSpec {
  /** Names the environment; a hash of everything that goes into it. */
  readonly tag: string
  /** What it is for, in words for people who look at what is kept; not part of what goes into it. */
  readonly title?: string
  readonly interpreter: Interpreter
  /** Laid writable at the testbed. */
  readonly tree: TreeHash
  /** Directories of the file system that hold Quarry's own files, shown read-only at `paths.tools`. */
  readonly tools: string | null
}

/** A place with network access where an environment is made; what one command writes the next one finds. */
export interface Builder {
  readonly paths: SandboxPaths
  run(command: Command, signal: AbortSignal): Promise<CommandResult>
  /**
   * Takes files below a directory (as the sandbox sees it) into the tree store. Links that leave the directory are skipped.
   */
  capture(directory: string, select: (path: string) => boolean): Promise<TreeHash>
  /** Relative paths of the files below a directory, sorted. */
  list(directory: string): Promise<readonly string[]>
  /** Finishes the environment under its tag; afterwards it is read-only and `hasEnvironment(tag)` is true. */
  seal(): Promise<void>
  /** Ends the builder; what was not sealed is gone. Safe to call twice. */
  close(): Promise<void>
}

export interface TestbedSpec {
  /** A sealed environment. */
  readonly tag: string
  /** Laid at the testbed, overlay on top. */
  readonly tree: TreeHash
  readonly overlay: TreeHash | null
  readonly site: TreeHash | null
  /** A directory of Quarry's own files, shown read-only at `paths.tools`. */
  readonly tools: string | null
  /** `loopback` unless a repository file says otherwise. */
  readonly network: 'loopback' | 'host'
}

/** One tree in one environment. Every command starts from the same pristine files, whatever earlier ones wrote. */
export interface Testbed {
  readonly paths: SandboxPaths
  /** The environment's interpreter, as the sandbox sees it. */
  readonly python: string
  /** Runs one command as the test user; several may run at once. Rejects with the signal's reason when aborted, nothing left running. */
  run(command: Command, signal: AbortSignal): Promise<CommandResult>
  close(): Promise<void>
}

/** What protects the host here, and what this machine does not give. */
export interface SandboxReport {
  readonly kind: SandboxKind
  /** One line about who serves it: user, engine, versions. */
  readonly summary: string
  readonly inForce: readonly string[]
  readonly missing: readonly { readonly what: string; readonly how: string }[]
}

/** What a container engine knows an environment by. */
export interface EnvironmentImage {
  readonly name: string
  /** The engine's own id, which another engine does not give it. */
  readonly id: string
  /** Id of the image that it adds a layer to. */
  readonly base: string
}

/** Where foreign code runs. One interface; every implementation passes the same conformance suite. */
export interface Sandbox {
  readonly kind: SandboxKind
  describe(): Promise<SandboxReport>
  /**
   * The interpreter for a version such as `3.11`, or the sandbox's default for null.
   * @throws UserError `python-not-found` naming what was looked at.
   */
  findInterpreter(version: string | null): Promise<Interpreter>
  hasEnvironment(tag: string): Promise<boolean>
  /** The image that holds a sealed environment, where there are images; null where there are none, or not this one. */
  imageOf(tag: string): Promise<EnvironmentImage | null>
  /** Removes a sealed environment; nothing happens where there is none, or while it is used. */
  dropEnvironment(tag: string): Promise<void>
  openBuilder(spec: BuilderSpec, signal: AbortSignal): Promise<Builder>
  openTestbed(spec: TestbedSpec, signal: AbortSignal): Promise<Testbed>
  /** Ends everything this sandbox started. */
  close(): Promise<void>
}

/** The sandbox that this run uses. */
export interface Sandboxes {
  readonly current: Sandbox
}
