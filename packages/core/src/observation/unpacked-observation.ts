import type { Observation, ObservedObject, PackedPoint, PackedTestFile } from '../artifacts/observation.ts'

/** Ascending indexes, without duplicates; one array may stand in many places. */
export type Indexes = readonly number[]

/** [caller, callee], as indexes into `objects`. */
export type Edge = readonly [number, number]

/** A test point in the form to work with. */
export interface TestPoint extends Omit<PackedPoint, 'executed' | 'calls'> {
  /** Indexes into `objects`: what ran during its setup, call and teardown, and in wider fixtures that it uses. */
  readonly executed: Indexes
  /** Indexes into `edges`: the calls among it. */
  readonly calls: Indexes
}

/** What ran in the imports that one module made; `module` null: those of test code. */
export interface ImportedModule {
  readonly module: string | null
  readonly executed: Indexes
  readonly calls: Indexes
}

/** What a test file did, each place apart. */
export interface SeparateTestFile extends Pick<PackedTestFile, 'path' | 'status' | 'message' | 'incomplete'> {
  readonly points: readonly TestPoint[]
  readonly imports: readonly ImportedModule[]
  /** What ran between tests, or in a wider scope for more than one point: indexes into `objects`. */
  readonly between: Indexes
  /** Indexes into `edges`: the calls among that. */
  readonly between_calls: Indexes
  /** Source files whose body ran in its process, sorted. */
  readonly loaded: readonly string[]
  readonly called_from_file: Indexes
  readonly called_from_helpers: Indexes
}

/** A test file in the form to work with. */
export interface TestFileObservation extends SeparateTestFile {
  /** Everything that ran in imports and collection: indexes into `objects`. */
  readonly imported: Indexes
  /** The calls of its points and between them, each once, [caller, callee]; sorted. */
  readonly calls: readonly Edge[]
}

/** An Observation in the form to work with. */
export interface UnpackedObservation extends Pick<Observation, 'test_code'> {
  readonly objects: readonly ObservedObject[]
  /** Sorted, distinct. */
  readonly edges: readonly Edge[]
  readonly test_files: readonly TestFileObservation[]
}
