import { z } from 'zod'
import { BlobHash, header, ObjectId, TreeHash } from './common.ts'
import { CarveMode } from './feature-cut.ts'

/** The tree without the feature, and the patches between its states. */
export const CarvedTree = z.strictObject({
  ...header,
  candidate: z.string(),
  trees: z.strictObject({ original: TreeHash, carved: TreeHash, start: TreeHash }),
  patches: z.strictObject({
    /** original → carved */
    removal: BlobHash,
    /** carved → original */
    gold: BlobHash,
    /** start → carved */
    tests: BlobHash,
  }),
  /** Changed source files, sorted by path. */
  files: z.array(
    z.strictObject({
      path: z.string(),
      /** Byte ranges of the original that were replaced, in order. */
      spans: z.array(
        z.strictObject({
          start: z.number().int(),
          end: z.number().int(),
          what: z.enum(['definition', 'body', 'comment', 'import', 'export', 'block', 'entry']),
          object: ObjectId.nullable(),
        }),
      ),
    }),
  ),
  objects: z.array(z.strictObject({ id: ObjectId, mode: CarveMode })),
  lines: z.strictObject({
    /** `+` lines of the gold patch. */
    carved: z.number().int(),
    /** The same without docstrings, comments and blank lines. */
    code: z.number().int(),
  }),
  /** The task's own interpreter compiled every changed file. */
  compiled: z.strictObject({ python: z.string(), files: z.number().int() }),
})
export type CarvedTree = z.infer<typeof CarvedTree>
