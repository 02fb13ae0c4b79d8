import { z } from 'zod'
import { header } from './common.ts'
import { DatedTestFile } from './dated-test-file.ts'

/** One test file (or several of one feature) that may become a task. */
export const Candidate = z.strictObject({
  ...header,
  /** `<repository>:<test path>`; of several files `<repository>:<first test path>+<how many more>`. */
  id: z.string(),
  repository: z.string(),
  /** The files whose tests shall fail when the feature is gone, sorted. */
  test_files: z.array(z.string()).min(1),
  /** Stable passes in these files. */
  stable_passes: z.number().int(),
  /** How old they are, as far as that is known. */
  dated: z.array(DatedTestFile),
})
export type Candidate = z.infer<typeof Candidate>
