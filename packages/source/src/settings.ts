import type { ArchiveLimits } from './archive/limits.ts'

/** All of it has a default: an empty object will do. */
export interface SourceSettings {
  /** Where pip's and git's settings are read from; default: this process's environment. */
  readonly environment?: NodeJS.ProcessEnv
  /** What an archive may unpack to. */
  readonly limits?: ArchiveLimits
}
