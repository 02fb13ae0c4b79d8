export { observe } from './observe.ts'
export { joinFiles } from './join-files.ts'
export { listCandidates, type ListedCandidates } from './list-candidates.ts'
export type { ObserveSettings } from './settings.ts'
