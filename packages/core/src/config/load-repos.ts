import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../errors/errors.ts'
import { RepositoryDefinition } from './define-repo.ts'
import { configInvalid, loadModule } from './load-module.ts'

const extension = '.ts'

/** Names of the repositories that the files `repos/*.ts` of a directory define, sorted; none when there is no such folder. */
export async function listRepos(directory: string): Promise<string[]> {
  const folder = join(directory, 'repos')
  try {
    const files = await readdir(folder)
    return files
      .filter((file) => file.endsWith(extension) && !file.endsWith('.d.ts'))
      .map((file) => file.slice(0, -extension.length))
      .toSorted()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new UserError(`cannot read ${folder}`, { code: 'repos-unreadable', cause: error })
  }
}

/**
 * The definition in `repos/<name>.ts` of a directory.
 * @throws UserError `config-invalid`, naming file and field; the name inside has to be the file's.
 */
export async function loadRepo(directory: string, name: string): Promise<RepositoryDefinition> {
  const definition = await loadModule(
    join(directory, 'repos', name + extension),
    directory,
    RepositoryDefinition,
  )
  if (definition.name === name) return definition
  throw configInvalid(
    `repos/${name}.ts: name: is '${definition.name}' and has to be the name of the file, '${name}'`,
  )
}

/** Every definition in `repos/` of a directory, by name. */
export async function loadRepos(directory: string): Promise<RepositoryDefinition[]> {
  const names = await listRepos(directory)
  return Promise.all(names.map((name) => loadRepo(directory, name)))
}
