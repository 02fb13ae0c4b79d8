import { z } from 'zod'
import { header, ObjectId } from './common.ts'

/** Two ways to carve an object (design, Words). */
export const CarveMode = z.enum(['delete', 'hollow'])
export type CarveMode = z.infer<typeof CarveMode>

export const ExtractedObject = z.strictObject({
  id: ObjectId,
  mode: CarveMode,
  /** Why it is hollowed, or that nothing which stays refers to it. */
  reason: z.string(),
  /** Calls from the nearest top-level object; 0 for a top-level object. */
  depth: z.number().int(),
})
export type ExtractedObject = z.infer<typeof ExtractedObject>

/** A piece of a module, beside its objects, that has no sense without one that is deleted. */
export const Leftover = z.strictObject({
  path: z.string(),
  line: z.number().int(),
  /** The name that is assigned to. */
  name: z.string(),
  /** The object that it goes with. */
  of: ObjectId,
  /** Key of an entry, where it is a plain string. */
  key: z.string().nullable(),
  /** The whole `assignment`, or one `entry` of the table or list that is assigned. */
  what: z.enum(['assignment', 'entry']),
  /** Offsets into the decoded text, in UTF-16 code units, `end` exclusive. */
  start: z.number().int(),
  end: z.number().int(),
})
export type Leftover = z.infer<typeof Leftover>

/** The decision which objects go, and how. */
export const FeatureCut = z.strictObject({
  ...header,
  candidate: z.string(),
  f2p_files: z.array(z.string()).min(1),
  /** Regression files, nearest to the feature first. */
  p2p_files: z.array(
    z.strictObject({
      path: z.string(),
      /** Of the modules that code is taken out of, those that its stable passes run something in. */
      shared_modules: z.number().int(),
      stable_passes: z.number().int(),
    }),
  ),
  /** How many P2P files were asked for, and how many files qualified. */
  p2p_wanted: z.number().int(),
  p2p_qualified: z.number().int(),
  /** Top-level objects that the cut starts from. */
  top_level: z.array(ObjectId),
  /** Top-level objects given up so that enough P2P files qualify, in order. */
  dropped_top_level: z.array(z.strictObject({ id: ObjectId, excluded_files: z.number().int() })),
  /** Sorted by id. */
  extracted: z.array(ExtractedObject).min(1),
  /** What goes with the deleted objects: constants made by them, their entries in tables. Sorted by path, then place. */
  leftovers: z.array(Leftover),
  /** Reached, but needed: by which P2P file, or by what else. Sorted by id. */
  remained: z.array(z.strictObject({ id: ObjectId, because: z.string() })),
  /** Reached, but beyond the line budget. Sorted by id. */
  over_budget: z.array(ObjectId),
  /** Test files that the start tree does not show, F2P files first. */
  hidden_test_files: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
  /** Stable passes of the F2P files that run an extracted object: they shall fail when carved. Sorted. */
  predicted_f2p: z.array(z.string()),
  /** The other stable passes of the F2P files. Sorted. */
  predicted_guard: z.array(z.string()),
  /** Lines that go with the extracted definitions, nested ones counted once: a hollow function keeps its head. */
  lines: z.number().int(),
  /** Objects kept because an earlier cut of this candidate failed on them, with what was seen. */
  repairs: z.array(z.strictObject({ object: ObjectId, because: z.string() })),
})
export type FeatureCut = z.infer<typeof FeatureCut>
