import { z } from 'zod'
import { header, type Measured, Sha256, TreeHash } from './common.ts'

/** One installed distribution of the lock. */
export const LockedDistribution = z.strictObject({ name: z.string(), version: z.string() })
export type LockedDistribution = z.infer<typeof LockedDistribution>

/** A requirement (PEP 508 text) and where in the repository it was found. */
export const DerivedRequirement = z.strictObject({ requirement: z.string(), from: z.string() })
export type DerivedRequirement = z.infer<typeof DerivedRequirement>

/** What the tests of a snapshot run in. */
export const Environment = z.strictObject({
  ...header,
  sandbox: z.enum(['local', 'docker']),
  python: z.strictObject({
    /** Full version, such as 3.11.2. */
    version: z.string(),
    implementation: z.string(),
    /** The user that the interpreter was checked as, and that runs every command. */
    checked_as: z.string(),
  }),
  /** Every third-party distribution in the environment, sorted by name. Never the distribution under test. */
  lock: z.array(LockedDistribution),
  derivation: z.strictObject({
    /** Files of the repository that were read for it, sorted. */
    files_read: z.array(z.string()),
    requirements: z.array(DerivedRequirement),
    installer: z.enum(['uv', 'pip']),
    /** What was tried and given up, in plain sentences. */
    notes: z.array(z.string()),
  }),
  /** Set for every test command, beside PATH, HOME and the like, which the sandbox sets. */
  variables: z.record(z.string(), z.string()),
  /** PYTHONHASHSEED of tracing, validation and grading. */
  hash_seed: z.number().int(),
  pytest: z.strictObject({
    /** Options of the repository's own configuration that stay in force. */
    kept: z.array(z.string()),
    /** Options taken out (design, integrity rule 9), each with its reason. */
    dropped: z.array(z.strictObject({ option: z.string(), reason: z.string() })),
    /** The arguments that put this into effect; every pytest run gets them. */
    arguments: z.array(z.string()),
  }),
  /** Directories on sys.path, relative to the tree, '' for its top, as the installation itself proved. */
  import_roots: z.array(z.string()),
  /** Files that the installation generated inside the tree: version files, extension modules. Laid over every tree. */
  overlay: TreeHash.nullable(),
  /** dist-info and scripts of the distribution under test, on sys.path apart from the environment. */
  site: TreeHash.nullable(),
  /** The environment proves itself: what one plain run of a few test files gave. */
  proof: z.strictObject({
    collected: z.number().int(),
    passed: z.number().int(),
    not_passed: z.number().int(),
  }),
  /** Names the finished environment in the sandbox; a hash of everything that went into it. */
  tag: z.string(),
})
export type Environment = z.infer<typeof Environment>

/**
 * The tracer's compiled part for the interpreter of an environment, or why there is none. It stands in `measured`: what is
 * traced is the same without it.
 */
export const Accelerator = z.union([
  z.strictObject({
    /** Holds the one file. */
    tree: TreeHash,
    file: z.string(),
    /** Hash of what it was compiled from: one of an older probe is not used. */
    source: Sha256,
  }),
  z.strictObject({ missing: z.string() }),
])
export type Accelerator = z.infer<typeof Accelerator>

/** What an environment's `measured` says about the accelerator. */
export function acceleratorOf({ measured }: { readonly measured: Measured }): Accelerator {
  const { data } = Accelerator.safeParse(measured['accelerator'])
  return data ?? { missing: 'nothing is recorded' }
}
