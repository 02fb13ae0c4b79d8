import { RepositoryDefinition, UserError } from '@quarry/core'
import { checkRepository, parseRepositorySpec } from '@quarry/pipeline'
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { printMessage, printResult } from '../output.ts'
import type { ProgressStyle } from '../progress/open.ts'
import { count } from '../render/words.ts'
import { repositoryExists, repositoryFile, writeRepositoryFile } from '../repositories/write.ts'
import { withWorkspace } from '../with-workspace.ts'
import { findWorkspaceDirectory } from '../workspace-directory.ts'

export interface AddFlags {
  readonly name?: string
  readonly out?: string
  readonly sandbox: 'auto' | 'local' | 'docker'
  readonly progress: ProgressStyle
}

/**
 * `quarry add`: fetches the source once, pins it, and writes `repos/<name>.ts`. A source that is rejected is no mistake of
 * the person: it ends as `quarry mine` would end with it.
 */
export async function add(source: string, flags: AddFlags, signal: AbortSignal): Promise<ExitStatus> {
  const directory = findWorkspaceDirectory(process.cwd())
  const wanted = named(parseRepositorySpec(source), flags.name)
  const file = repositoryFile(directory, wanted.name)
  const shown = relative(process.cwd(), file)
  // Before the download, so that nobody waits for a refusal; writing refuses again.
  if (existsSync(file)) throw repositoryExists(shown)
  const checked = await withWorkspace({ ...flags, directory }, signal, (workspace) =>
    checkRepository(workspace, wanted),
  )
  if (checked.rejection !== null) {
    const { code, message } = checked.rejection
    printMessage(`${source} cannot be mined, so nothing was written: ${message} [${code}]`)
    return exitStatus.failed
  }
  await writeRepositoryFile(file, checked.definition)
  printResult(`wrote ${shown} (${count(checked.testFiles, 'test file')})\nnext: quarry mine ${wanted.name}`)
  return exitStatus.ran
}

function named(definition: RepositoryDefinition, name: string | undefined): RepositoryDefinition {
  const parsed = RepositoryDefinition.safeParse({ ...definition, name: name ?? definition.name })
  if (parsed.success) return parsed.data
  const reasons = parsed.error.issues.map((issue) => issue.message).join('; ')
  throw new UserError(`'${name ?? definition.name}' cannot be the name of a repository: ${reasons}`, {
    code: 'bad-repository-name',
  })
}
