import { z } from 'zod'
import { BlobHash, header, ObjectId, TreeHash } from './common.ts'
import { DatedTestFile } from './dated-test-file.ts'

/** How an object that has to be written looks from outside. */
export const InterfaceDescription = z.strictObject({
  object: ObjectId,
  path: z.string(),
  qualname: z.string(),
  /** Python text: decorators, complete signature or class head with attributes, docstring. */
  text: z.string(),
  /** Top-level, else named by the hidden tests, else an overload, an accessor or the class of one that is either. */
  because: z.enum(['top-level', 'named-by-hidden-tests', 'belongs-to-described']),
})
export type InterfaceDescription = z.infer<typeof InterfaceDescription>

/** A released task. Written as `instance.json`, and as one line of `instances.jsonl`. */
export const Instance = z.strictObject({
  ...header,
  /** `owner__repo.commit8.testname.hash8.lv1` */
  instance_id: z.string(),
  repository: z.string(),
  candidate: z.string(),
  level: z.union([z.literal(1), z.literal(2)]),
  problem_statement: z.string(),
  interfaces: z.array(InterfaceDescription),
  fail_to_pass: z.array(z.string()),
  guard: z.array(z.string()),
  pass_to_pass: z.array(z.string()),
  f2p_files: z.array(z.string()),
  p2p_files: z.array(z.string()),
  /** Test files that the agent does not see. */
  hidden_test_files: z.array(z.string()),
  trees: z.strictObject({ original: TreeHash, carved: TreeHash, start: TreeHash }),
  patches: z.strictObject({ removal: BlobHash, gold: BlobHash, tests: BlobHash }),
  lines: z.strictObject({ carved: z.number().int(), code: z.number().int() }),
  /** Carved objects and source files. */
  objects: z.number().int(),
  files: z.number().int(),
  python: z.string(),
  /** What the tests could reach while they proved the task; `quarry eval` gives them the same. */
  network: z.enum(['loopback', 'host']),
  /**
   * Times under which the tests proved the task; `quarry eval` holds to the same. Memory, processes and disk are limited by
   * the configuration of whoever runs the tests, and are no part of a task.
   */
  limits: z.strictObject({
    /** Seconds for a whole test file. */
    file_seconds: z.number().positive(),
    /** Seconds for one test point. */
    point_seconds: z.number().positive(),
  }),
  version: z.string().nullable(),
  licence: z.string().nullable(),
  /** When the code was made: release or commit date, ISO 8601. */
  code_date: z.string().nullable(),
  /** How old the F2P files are, as far as that is known. */
  dated: z.array(DatedTestFile),
  forbidden_urls: z.array(z.string()),
})
export type Instance = z.infer<typeof Instance>
