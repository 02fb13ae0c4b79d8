import { z } from 'zod'
import { header, ObjectId } from './common.ts'

/** What happened to one test point in one run. `missing` means: expected, and no record came. */
export const Outcome = z.enum([
  'passed',
  'failed',
  'error',
  'skipped',
  'xfailed',
  'xpassed',
  'not-run',
  'crashed',
  'missing',
])
export type Outcome = z.infer<typeof Outcome>

/** A function, method or class defined in source, nested functions and lambdas folded into it. */
export const ObservedObject = z.strictObject({
  id: ObjectId,
  path: z.string(),
  qualname: z.string(),
  /** First and last line of the whole definition, decorators included; from 1, inclusive. */
  line: z.number().int(),
  end_line: z.number().int(),
  kind: z.enum(['function', 'method', 'class']),
})
export type ObservedObject = z.infer<typeof ObservedObject>

const Index = z.number().int().nonnegative()

/** Index into `sets`. */
const SetNumber = Index

/** What ran in one place, and which calls among it. */
const Ran = {
  /** A set of indexes into `objects`. */
  executed: SetNumber,
  /** A set of indexes into `edges`. */
  calls: SetNumber,
}

/** One pytest node id. */
export const PackedPoint = z.strictObject({
  id: z.string(),
  /** Digest of the point's parameters; null when it has none. */
  digest: z.string().nullable(),
  /** One outcome per untraced run, in order. */
  outcomes: z.array(Outcome),
  /** True when every untraced run agrees and both collections had it in the same place with the same parameters. */
  stable: z.boolean(),
  /** Why it is not stable; empty when it is. */
  reasons: z.array(z.string()),
  /** During its setup, call and teardown, and in the fixtures of a wider scope that it uses. */
  ...Ran,
})
export type PackedPoint = z.infer<typeof PackedPoint>

/** What one test file did, from a process of its own. */
export const PackedTestFile = z.strictObject({
  path: z.string(),
  /** `collected` is the ordinary case; the others say why there are no usable points. */
  status: z.enum(['collected', 'collection-error', 'crashed', 'timed-out', 'no-tests']),
  /** Last lines of what pytest said when the status is not `collected`. */
  message: z.string().nullable(),
  points: z.array(PackedPoint),
  /**
   * What ran while conftest files and this file were imported and collected, and in imports later on, by the innermost
   * module whose body was running: an index into `modules`, null for test code and for none.
   */
  imports: z.array(z.strictObject({ module: Index.nullable(), ...Ran })),
  /** Between tests, or in session, package, module or class scope for more than one point. */
  between: z.strictObject(Ran),
  /** A set of indexes into `modules`: those whose body ran in this file's process. */
  loaded: SetNumber,
  /** A set of indexes into `objects`: those whose nearest repository caller is a frame of this very file. */
  called_from_file: SetNumber,
  /** The same for frames of other test code (conftest, helpers). */
  called_from_helpers: SetNumber,
  /** Node ids whose trace may have lost calls: treat as "may need everything that the file loads". */
  incomplete: z.array(z.string()),
})
export type PackedTestFile = z.infer<typeof PackedTestFile>

/**
 * The whole suite: outcomes, stability, and who called whom, of each test point. `unpackObservation` gives the form to
 * work with.
 */
export const Observation = z.strictObject({
  ...header,
  /** Sorted by path, then line; every object of source, executed or not. */
  objects: z.array(ObservedObject),
  /** Source files that some test file's process loaded, sorted. */
  modules: z.array(z.string()),
  /** Distinct calls between two objects, [caller, callee] as indexes into `objects`; sorted. */
  edges: z.array(z.tuple([Index, Index])),
  /** Distinct ascending sets of numbers, as `packNumbers` writes them: many points run the same. */
  sets: z.array(z.string()),
  /** Every Python file that is test code (design, Words), sorted. */
  test_code: z.array(z.string()),
  /** Sorted by path. */
  test_files: z.array(PackedTestFile),
})
export type Observation = z.infer<typeof Observation>
