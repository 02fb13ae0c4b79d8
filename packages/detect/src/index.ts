export { detect, type DetectSettings } from './detect.ts'
export type { Detector, DetectorContext } from './detector.ts'
export type { CandidateEvidence, ObjectEvidence } from './evidence.ts'
