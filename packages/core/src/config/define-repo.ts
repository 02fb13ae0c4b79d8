import { z } from 'zod'

/** A release on a package index; without a version the newest one is resolved once and pinned. */
const PypiSource = z.strictObject({
  kind: z.literal('pypi'),
  project: z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/, 'not a valid project name'),
  version: z.string().nullable(),
})
const GitSource = z.strictObject({ kind: z.literal('git'), url: z.string().min(1), ref: z.string().min(1) })
const PathSource = z.strictObject({ kind: z.literal('path'), path: z.string().min(1) })

/** Where to get a repository. */
export const SourceRequest = z.discriminatedUnion('kind', [PypiSource, GitSource, PathSource])
export type SourceRequest = z.infer<typeof SourceRequest>

/** A release of a project on the package index that pip is set to. */
export function pypi(project: string, version: string | null = null): SourceRequest {
  return { kind: 'pypi', project, version }
}

/** A branch, tag or commit of a git repository. */
export function git(url: string, ref = 'HEAD'): SourceRequest {
  return { kind: 'git', url, ref }
}

/** A directory of this machine. */
export function path(directory: string): SourceRequest {
  return { kind: 'path', path: directory }
}

/** What a maintainer writes in `repos/<name>.ts`. Only `name` and `source` are needed for an ordinary package. */
export const RepositoryDefinition = z.strictObject({
  /** Quarry's name for it: lower-case letters, digits, `-`, `_` and `.`. */
  name: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/, "use lower-case letters, digits, '-', '_' and '.'"),
  source: SourceRequest,
  /** Python version such as `3.11`; default: the sandbox's own. */
  python: z
    .string()
    .regex(/^3\.\d+$/, 'write it as 3.11')
    .optional(),
  /** Globs of the test files to use, relative to the tree; default: all that pytest collects. */
  testFiles: z.array(z.string()).optional(),
  /** Requirements beyond those that the repository itself declares (PEP 508). */
  requirements: z.array(z.string()).optional(),
  /** Environment variables for the tests. */
  variables: z.record(z.string(), z.string()).optional(),
  /** `host` lets tests reach the network; default `loopback`. */
  network: z.enum(['loopback', 'host']).optional(),
  /** Seconds that one test file may take; default 600. */
  fileTimeoutSeconds: z.number().int().positive().optional(),
})
export type RepositoryDefinition = z.infer<typeof RepositoryDefinition>

/** Identity: gives the editor the types. Checked when it is loaded. */
export function defineRepo(definition: RepositoryDefinition): RepositoryDefinition {
  return definition
}
