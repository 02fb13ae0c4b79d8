export { carve, type CarveSettings } from './carve.ts'
export { carveFiles, type CarvedFile, type CarveOutcome, type CarveRequest } from './carve-files.ts'
