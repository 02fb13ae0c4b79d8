import type { Model, TopLevelObjects } from '@quarry/core'
import type { CandidateEvidence } from './evidence.ts'

/** Chooses the top-level objects of a candidate. All detectors choose from the same evidence. */
export interface Detector {
  /** Recorded in the artifact. */
  readonly name: string
  /** The chosen objects, in any order; ids come from the evidence. Empty when nothing qualifies. */
  detect(evidence: CandidateEvidence, context: DetectorContext): Promise<TopLevelObjects['objects']>
}

export interface DetectorContext {
  readonly model: Model | null
  readonly signal: AbortSignal
}
