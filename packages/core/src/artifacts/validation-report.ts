import { z } from 'zod'
import { header } from './common.ts'
import { Outcome } from './observation.ts'

/** Outcomes of one test point in the three states, one per run. */
export const ValidatedPoint = z.strictObject({
  id: z.string(),
  original: z.array(Outcome),
  carved: z.array(Outcome),
  restored: z.array(Outcome),
})
export type ValidatedPoint = z.infer<typeof ValidatedPoint>

/** The proof: the feature is gone, nothing else is, and the gold patch brings it back. */
export const ValidationReport = z.strictObject({
  ...header,
  candidate: z.string(),
  fail_to_pass: z.array(z.string()),
  guard: z.array(z.string()),
  pass_to_pass: z.array(z.string()),
  /** Predicted to fail when carved, but passed all the same: counted as guard. */
  unexpected_passes: z.array(z.string()),
  /** Not predicted to fail when carved, but failed: guard all the same (most often their file can't be imported). */
  unexpected_failures: z.array(z.string()),
  /** Did not pass in the confirming run on the restored tree, or carved runs disagreed: in no list. */
  unstable: z.array(z.string()),
  points: z.array(ValidatedPoint),
  /** Where lines of the removed code were looked for, and that none was found. */
  leak_scan: z.strictObject({
    /** Distinctive removed lines that were searched. */
    lines: z.number().int(),
    /** Files of the start tree, overlay, site and environment that were read. */
    files: z.number().int(),
    /** Removed lines that also stand elsewhere, where they stood before: reported, not removed. */
    copies: z.array(z.strictObject({ path: z.string(), line: z.string() })),
  }),
})
export type ValidationReport = z.infer<typeof ValidationReport>
