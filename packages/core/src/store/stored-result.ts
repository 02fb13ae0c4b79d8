import { z } from 'zod'
import type { ArtifactHeader } from '../artifacts/common.ts'
import { UserError } from '../errors/errors.ts'
import { Rejection } from '../stage/result.ts'

/** What a stage came to, as the store gives it back. */
export type StoredResult<A extends ArtifactHeader> =
  | { readonly kind: 'produced'; readonly artifact: A }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

/** The form in the file: the outcome stands first, for people who look. */
const StoredFile = z.discriminatedUnion('result', [
  z.strictObject({ result: z.literal('produced'), artifact: z.unknown() }),
  z.strictObject({ result: z.literal('rejected'), rejection: Rejection }),
])

export function formatStored(stored: StoredResult<ArtifactHeader>): string {
  const file =
    stored.kind === 'produced'
      ? { result: stored.kind, artifact: stored.artifact }
      : { result: stored.kind, rejection: stored.rejection }
  return `${JSON.stringify(file, null, 1)}\n`
}

/**
 * Reads the text of a stored file. One that doesn't fit is not passed over as if it were not there: it was changed by hand
 * or by a Quarry whose version numbers were not raised, and computing over it would hide that.
 * @throws UserError `artifact-unreadable`, naming the file to delete.
 */
export function parseStored<A extends ArtifactHeader>(
  text: string,
  schema: z.ZodType<A>,
  file: string,
): StoredResult<A> {
  try {
    const stored = StoredFile.parse(JSON.parse(text))
    if (stored.result === 'rejected') return { kind: 'rejected', rejection: stored.rejection }
    return { kind: 'produced', artifact: schema.parse(stored.artifact) }
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new UserError(
      `${file} does not hold what this version of Quarry stores; delete it and run again. ${reason}`,
      {
        code: 'artifact-unreadable',
        cause: error,
      },
    )
  }
}
