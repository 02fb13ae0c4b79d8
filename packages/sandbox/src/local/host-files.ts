import { realpathSync } from 'node:fs'
import { namedHostFiles } from '../common/host-files.ts'
import { isShownAnyway } from './interpreter-binds.ts'
import type { Bind } from './specification.ts'

/** Shows, read-only and under their own paths, the files and folders that a build's settings name. */
export function hostFileBinds(variables: Readonly<Record<string, string>>): Bind[] {
  return namedHostFiles(variables)
    .filter((path) => !isShownAnyway(path))
    .map((path) => ({ source: realpathSync(path), target: path, writable: false }))
}
