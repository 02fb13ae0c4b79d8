import { z } from 'zod'
import { header, ObjectId } from './common.ts'

/** Why an object is taken for one that the test file itself exercises. */
export const Evidence = z.enum([
  'called-from-test',
  'imported-by-name',
  'used-by-name',
  'constructed',
  'model',
])
export type Evidence = z.infer<typeof Evidence>

/** The objects that the test file of a candidate itself exercises. */
export const TopLevelObjects = z.strictObject({
  ...header,
  candidate: z.string(),
  test_files: z.array(z.string()),
  detector: z.string(),
  /** Best first; ties by id. */
  objects: z.array(z.strictObject({ id: ObjectId, evidence: z.array(Evidence).min(1), score: z.number() })),
})
export type TopLevelObjects = z.infer<typeof TopLevelObjects>
