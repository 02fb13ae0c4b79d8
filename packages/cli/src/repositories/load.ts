import { RepositoryDefinition, UserError } from '@quarry/core'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const extension = '.ts'

/** Names of the repositories that `repos/` defines, sorted. */
export async function listRepositories(directory: string): Promise<string[]> {
  const files = await readdir(join(directory, 'repos')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new UserError(`cannot read ${join(directory, 'repos')}: ${error.message}`, {
      code: 'repos-unreadable',
      cause: error,
    })
  })
  return files
    .filter((file) => file.endsWith(extension))
    .map((file) => file.slice(0, -extension.length))
    .toSorted()
}

export function repositoryFile(directory: string, name: string): string {
  return join(directory, 'repos', name + extension)
}

/**
 * Loads and checks `repos/<name>.ts`.
 * @throws UserError `repository-file-broken` or `repository-file-invalid`, naming the file and the field.
 */
export async function loadRepository(directory: string, name: string): Promise<RepositoryDefinition> {
  const file = repositoryFile(directory, name)
  const shown = relative(directory, file)
  const exported = await importDefault(file, shown)
  const parsed = RepositoryDefinition.safeParse(exported)
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${shown}: ${issue.path.join('.')}: ${issue.message}`)
    throw new UserError(issues.join('\n'), { code: 'repository-file-invalid', cause: parsed.error })
  }
  if (parsed.data.name !== name)
    throw new UserError(
      `${shown}: name is '${parsed.data.name}'; it must be the name of the file, '${name}'`,
      { code: 'repository-file-invalid' },
    )
  return parsed.data
}

async function importDefault(file: string, shown: string): Promise<unknown> {
  try {
    const module: { default?: unknown } = await import(pathToFileURL(file).href)
    return module.default
  } catch (error) {
    throw new UserError(
      `${shown} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      {
        code: 'repository-file-broken',
        cause: error,
      },
    )
  }
}
