import { type Archive, openArchive } from '@quarry/pipeline'
import { resolve } from 'node:path'
import { findWorkspaceDirectory } from './workspace-directory.ts'

/** What earlier runs left. A folder named on the command line is relative to where the command was started. */
export function openArchiveFrom(cwd: string, out: string | undefined): Promise<Archive> {
  return openArchive(findWorkspaceDirectory(cwd), out === undefined ? null : resolve(cwd, out))
}
