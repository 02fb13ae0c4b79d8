import { z } from 'zod'
import { type ArtifactHeader, type Draft, StageName } from '../artifacts/common.ts'

/** Why a candidate (or a whole repository) goes no further. An ordinary value: stored, counted, explained. */
export const Rejection = z.strictObject({
  stage: StageName,
  /** Stable, kebab-case: `too-few-f2p-points`. */
  code: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  /** One sentence with the figures: "only 7 F2P points, 10 needed". */
  message: z.string(),
  /** What a person needs to check the decision; names, figures, the tail of a log. */
  evidence: z.record(z.string(), z.json()),
})
export type Rejection = z.infer<typeof Rejection>

/** What a stage returns: an artifact, or the reason why there is none. */
export type StageResult<A extends ArtifactHeader> =
  | { readonly kind: 'produced'; readonly artifact: Draft<A> }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

export function produced<A extends ArtifactHeader>(artifact: Draft<A>): StageResult<A> {
  return { kind: 'produced', artifact }
}

export function rejected(rejection: Rejection): { kind: 'rejected'; rejection: Rejection } {
  return { kind: 'rejected', rejection }
}
