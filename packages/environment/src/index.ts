export { environment } from './stage.ts'
export type { EnvironmentSettings } from './settings.ts'
export { restoreEnvironment } from './restore-environment.ts'
