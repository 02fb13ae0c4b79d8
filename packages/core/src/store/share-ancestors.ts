import type { z } from 'zod'
import type { ArtifactHeader, Refs, StageName } from '../artifacts/common.ts'
import { BugError } from '../errors/errors.ts'
import type { StoredResult } from './stored-result.ts'

type Read = <A extends ArtifactHeader>(
  stage: StageName,
  key: string,
  schema: z.ZodType<A>,
) => Promise<StoredResult<A> | null>

/**
 * Gives all candidates of a repository the same parsed observation: reading and checking a large one takes longer than most
 * of what is done with it. Only the latest of each stage and schema is kept, since candidates come repository by repository.
 */
export function shareAncestors(read: Read) {
  const latest = new Map<z.ZodType, { key: string; artifact: Promise<ArtifactHeader> }>()

  return async function ancestor<A extends ArtifactHeader>(
    refs: Refs,
    stage: StageName,
    schema: z.ZodType<A>,
  ): Promise<A> {
    const key = refs[stage]
    if (key === undefined) throw new BugError(`refs name no ${stage}`, { code: 'ancestor-missing' })
    const known = latest.get(schema)
    // The entry was read with this very schema, so it has the schema's type.
    if (known?.key === key) return known.artifact as Promise<A>
    const artifact = readAncestor(read, stage, key, schema)
    latest.set(schema, { key, artifact })
    artifact.catch(() => latest.delete(schema))
    return artifact
  }
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
