export { environment } from './stage.ts'
export type { EnvironmentSettings } from './settings.ts'
