import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The nearest directory, from here upwards, that has a `pipeline.config.ts`; else this one. */
export function findWorkspaceDirectory(from: string): string {
  for (let directory = from; ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'pipeline.config.ts'))) return directory
    if (dirname(directory) === directory) return from
  }
}
