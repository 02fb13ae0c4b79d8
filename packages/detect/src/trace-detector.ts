import type { Evidence } from '@quarry/core'
import type { Detector } from './detector.ts'
import type { ObjectEvidence } from './evidence.ts'

/** A call that was seen says more than a name that was read, and a use more than an import. */
const weights: Readonly<Record<Evidence, number>> = {
  'called-from-test': 4,
  constructed: 3,
  'used-by-name': 2,
  'imported-by-name': 1,
  model: 0,
}

/** Takes every object that anything speaks for: without a model, from the trace and the names in the test files. */
export const traceDetector: Detector = {
  name: 'trace',
  detect: async ({ objects, stablePasses }) =>
    objects
      .filter((object) => object.evidence.length > 0)
      .map((object) => ({
        id: object.id,
        evidence: [...object.evidence],
        score: scoreOf(object, stablePasses),
      })),
}

/**
 * The weights of all evidence, and four times the share of the candidate's stable passes that run the object; to three
 * decimals.
 */
function scoreOf(object: ObjectEvidence, stablePasses: number): number {
  const evidence = object.evidence.reduce((sum, kind) => sum + weights[kind], 0)
  return Math.round((evidence + (4 * object.points) / stablePasses) * 1000) / 1000
}
