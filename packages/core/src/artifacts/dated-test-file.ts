import { z } from 'zod'
import { DatedFact, type Snapshot } from './snapshot.ts'

/** How old a test file is: what was trained on older code has not seen it as it is. */
export const DatedTestFile = z.strictObject({
  path: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Its own last change where git knows that; else how the date of all the code around it is known. */
  from: z.enum(['last-change', ...DatedFact.shape.from.options]),
})
export type DatedTestFile = z.infer<typeof DatedTestFile>

/** The dates of test files, in their order; one of which nothing is known is left out. */
export function datedTestFiles(
  snapshot: Pick<Snapshot, 'test_file_dates' | 'release_date' | 'commit_date'>,
  paths: readonly string[],
): DatedTestFile[] {
  const around = snapshot.release_date ?? snapshot.commit_date
  return paths.flatMap((path): DatedTestFile[] => {
    const at = snapshot.test_file_dates[path]
    if (at !== undefined) return [{ path, at, from: 'last-change' }]
    return around === null ? [] : [{ path, ...around }]
  })
}
