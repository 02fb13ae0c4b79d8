export { PinnedSource, SourceInput } from './pinned-source.ts'
export { resolveSource, type ResolveDeps } from './resolve-source.ts'
export type { SourceSettings } from './settings.ts'
export { source } from './stage.ts'
