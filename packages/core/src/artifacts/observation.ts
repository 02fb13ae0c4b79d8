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

/** One pytest node id. */
export const TestPoint = z.strictObject({
  id: z.string(),
  /** Digest of the point's parameters; null when it has none. */
  digest: z.string().nullable(),
  /** One outcome per untraced run, in order. */
  outcomes: z.array(Outcome),
  /** True when every untraced run agrees and both collections had it in the same place with the same parameters. */
  stable: z.boolean(),
  /** Why it is not stable; empty when it is. */
  reasons: z.array(z.string()),
  /** Indexes into `objects`: what ran during its setup, call and teardown. Sorted. */
  executed: z.array(z.number().int()),
})
export type TestPoint = z.infer<typeof TestPoint>

/** What one test file did, from a process of its own. */
export const TestFileObservation = z.strictObject({
  path: z.string(),
  /** `collected` is the ordinary case; the others say why there are no usable points. */
  status: z.enum(['collected', 'collection-error', 'crashed', 'timed-out', 'no-tests']),
  /** Last lines of what pytest said when the status is not `collected`. */
  message: z.string().nullable(),
  points: z.array(TestPoint),
  /** Objects that ran while conftest files and this file were imported and collected. Sorted indexes. */
  imported: z.array(z.number().int()),
  /** Objects that ran between tests, or in session, package, module or class scope for more than one point. Sorted indexes. */
  between: z.array(z.number().int()),
  /** Edges between objects as [caller, callee] indexes, during its tests. Sorted, no duplicates. */
  calls: z.array(z.tuple([z.number().int(), z.number().int()])),
  /** Objects whose nearest repository caller is a frame of this very file. Sorted indexes. */
  called_from_file: z.array(z.number().int()),
  /** Objects whose nearest repository caller is a frame of other test code (conftest, helpers). Sorted indexes. */
  called_from_helpers: z.array(z.number().int()),
  /** Node ids whose trace may have lost calls: treat as "may need everything". */
  incomplete: z.array(z.string()),
})
export type TestFileObservation = z.infer<typeof TestFileObservation>

/** The whole suite: outcomes, stability, and who called whom. */
export const Observation = z.strictObject({
  ...header,
  /** Sorted by path, then line; every object of source, executed or not. */
  objects: z.array(ObservedObject),
  /** Every Python file that is test code (design, Words), sorted. */
  test_code: z.array(z.string()),
  /** Sorted by path. */
  test_files: z.array(TestFileObservation),
})
export type Observation = z.infer<typeof Observation>
