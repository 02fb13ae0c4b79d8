export { observe } from './observe.ts'
export { listCandidates, type ListedCandidates } from './list-candidates.ts'
export type { ObserveSettings } from './settings.ts'
