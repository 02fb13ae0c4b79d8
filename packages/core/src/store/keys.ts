import type { StageName } from '../artifacts/common.ts'
import { canonicalHash } from './canonical-json.ts'

/** SHA-256 over everything in an artifact that its inputs alone decide: all but `refs`, `measured` and the hash itself. */
export function contentHash(artifact: object): string {
  const outside = new Set(['refs', 'measured', 'content_hash'])
  return canonicalHash(Object.fromEntries(Object.entries(artifact).filter(([name]) => !outside.has(name))))
}

/** Where the result of a stage is kept: SHA-256 over its name, its version and what the result depends on. */
export function artifactKey(stage: StageName, version: number, parts: readonly unknown[]): string {
  return canonicalHash([stage, version, ...parts])
}
