import type { z } from 'zod'
import type { ArtifactHeader, Refs, StageName } from '../artifacts/common.ts'
import type { ArtifactReader } from '../contracts/artifact-reader.ts'
import { BugError } from '../errors/errors.ts'
import type { StoredResult } from './stored-result.ts'

type Read = <A extends ArtifactHeader>(
  stage: StageName,
  key: string,
  schema: z.ZodType<A>,
) => Promise<StoredResult<A> | null>

interface Parsed<A extends ArtifactHeader> {
  readonly key: string
  readonly schema: z.ZodType<A>
  readonly artifact: Promise<A>
}

/** Of each stage, since candidates of several repositories are worked on side by side. */
const kept = 4

/**
 * Gives all candidates of a repository the same parsed observation: reading and checking a large one takes longer than most
 * of what is done with it. The latest few of each stage are kept.
 */
export function shareAncestors(read: Read): ArtifactReader['ancestor'] {
  const latest = new Map<StageName, readonly Parsed<ArtifactHeader>[]>()

  return async function ancestor<A extends ArtifactHeader>(
    refs: Refs,
    stage: StageName,
    schema: z.ZodType<A>,
  ): Promise<A> {
    const key = refs[stage]
    if (key === undefined) throw new BugError(`refs name no ${stage}`, { code: 'ancestor-missing' })
    const known = latest.get(stage) ?? []
    const shared = known.filter((parsed) => isParsedWith(parsed, schema)).find((parsed) => parsed.key === key)
    if (shared !== undefined) return shared.artifact
    const parsed = { key, schema, artifact: readAncestor(read, stage, key, schema) }
    latest.set(stage, [...known, parsed].slice(-kept))
    parsed.artifact.catch(() => latest.delete(stage))
    return parsed.artifact
  }
}

/** What was read with this very schema has its type. */
function isParsedWith<A extends ArtifactHeader>(
  parsed: Parsed<ArtifactHeader>,
  schema: z.ZodType<A>,
): parsed is Parsed<A> {
  return Object.is(parsed.schema, schema)
}

async function readAncestor<A extends ArtifactHeader>(
  read: Read,
  stage: StageName,
  key: string,
  schema: z.ZodType<A>,
): Promise<A> {
  const stored = await read(stage, key, schema)
  if (stored?.kind === 'produced') return stored.artifact
  throw new BugError(`the ${stage} ${key} that refs name is not in the store`, { code: 'ancestor-missing' })
}
