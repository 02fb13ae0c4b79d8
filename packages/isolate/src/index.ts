export { isolate } from './isolate.ts'
export type { IsolateSettings } from './settings.ts'
