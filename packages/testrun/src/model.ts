import type { Outcome } from '@quarry/core'

/** How pytest is to be run in an environment; taken from the Environment artifact and the repository's definition. */
export interface PytestSettings {
  /** Arguments that every run gets (kept options, switched-off plugins). */
  readonly arguments: readonly string[]
  /** Environment variables for the tests. */
  readonly variables: Readonly<Record<string, string>>
  /** Directories on sys.path, relative to the testbed, '' for its top. */
  readonly importRoots: readonly string[]
  /** Seconds that one test file, and one test point, may take. */
  readonly fileSeconds: number
  readonly pointSeconds: number
}

/** How a traced run hears of calls; what it hears is the same. */
export interface Tracing {
  /** `python` does without the accelerator. */
  readonly tracer: 'auto' | 'python'
  /** The compiled accelerator, as the sandbox sees it. */
  readonly accelerator: string | null
}

export interface CollectedPoint {
  /** pytest's node id, relative to the testbed. */
  readonly id: string
  /** File of the testbed that holds the test's code: the part before `::`. */
  readonly path: string
  /** SHA-256 over the reprs of the point's parameters, `+addresses` behind it when one held an address; null without parameters. */
  readonly digest: string | null
}

/** What collecting imported: what a process that runs test files will import too. */
export interface WarmUp {
  /** Modules from outside the testbed, in the order in which they were first imported. */
  readonly modules: readonly string[]
  /** Python files of the testbed, relative to it; sorted. */
  readonly sources: readonly string[]
}

/** What pytest collected, in its order. */
export interface Collection {
  readonly points: readonly CollectedPoint[]
  /** Files that could not be collected, with the last lines of the reason. */
  readonly errors: readonly { readonly path: string; readonly message: string }[]
  /** Repository modules that are test code because the run imported or loaded them as such: conftest files. Sorted. */
  readonly conftests: readonly string[]
  /** Repository modules whose imported file is not the `.py` beside it (compiled). Sorted paths of the shadowed `.py`. */
  readonly shadowed: readonly string[]
  readonly warmUp: WarmUp
}

/**
 * How a run of one test file ended. `completed`: the probe's closing record is there and agrees with the exit status;
 * `collection-error`: the file could not be imported; anything else has no closing record.
 */
export type RunStatus =
  | 'completed'
  | 'collection-error'
  | 'no-tests'
  | 'crashed'
  | 'timed-out'
  | 'out-of-memory'

/** One run of one test file. */
export interface FileRun {
  readonly path: string
  readonly status: RunStatus
  /** By node id, in the order they ran; phases folded by severity. Points that were collected but not run are `not-run`; the one running when the process ended is `crashed`. */
  readonly outcomes: ReadonlyMap<string, Outcome>
  readonly exitStatus: number | null
  /** The tail of what pytest printed; for people, never for verdicts. */
  readonly log: string
  readonly durationMs: number
}

/** A repository code object as the interpreter names it. */
export interface TracedCode {
  /** Relative to the testbed. */
  readonly path: string
  /** First line, decorators included (`co_firstlineno`); 0 for a class, whose path and name say which it is. */
  readonly line: number
  /** `co_name`, such as `<lambda>`; for a class that was instantiated: its qualified name. */
  readonly name: string
  readonly kind: 'code' | 'class'
}

/** What ran in one place; sorted, no duplicates. */
export interface TracedPlace {
  /** Indexes into `codes`. */
  readonly executed: readonly number[]
  /** Indexes into `edges`. */
  readonly calls: readonly number[]
}

/** What ran in a module's body, called from there; `module` is an index into `codes`. */
export interface TracedImport extends TracedPlace {
  /** Null: collection outside of any module of the repository. */
  readonly module: number | null
}

/** A traced run. */
export interface FileTrace extends FileRun {
  /** How the probe heard of calls, such as `monitoring`; null when the process ended before it began. */
  readonly tracer: string | null
  readonly codes: readonly TracedCode[]
  /** [nearest repository caller, callee], test code included as callers; indexes into `codes`. */
  readonly edges: readonly (readonly [number, number])[]
  /** Indexes into `codes` of what ran during setup, call and teardown of each point, and in the wider fixtures that it uses; sorted. */
  readonly executed: ReadonlyMap<string, readonly number[]>
  /** Indexes into `edges`: the calls among it; sorted. */
  readonly calls: ReadonlyMap<string, readonly number[]>
  /** What ran after collection but outside any test point, and in wider fixtures that several points use. */
  readonly between: TracedPlace
  /** What ran in imports, by the innermost module, whenever they happened, and in collection; sorted, null first. */
  readonly imports: readonly TracedImport[]
  /** Node ids whose trace may have lost calls. */
  readonly incomplete: readonly string[]
}
