import { type RepositoryDefinition, type SourceRequest, UserError } from '@quarry/core'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export function repositoryFile(directory: string, name: string): string {
  return join(directory, 'repos', `${name}.ts`)
}

/**
 * Writes the definition of a new repository.
 * @throws UserError `repository-exists` when the file is there already.
 */
export async function writeRepositoryFile(file: string, definition: RepositoryDefinition): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(file, repositorySource(definition), { flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw repositoryExists(file)
    throw error
  }
}

export function repositoryExists(file: string): UserError {
  return new UserError(`${file} is there already; edit it, or choose another name with --name`, {
    code: 'repository-exists',
  })
}

/** The TypeScript text of a repository file. */
export function repositorySource(definition: RepositoryDefinition): string {
  const { source } = definition
  return [
    `import { defineRepo, ${source.kind} } from '@quarry/core'`,
    '',
    'export default defineRepo({',
    `  name: ${quote(definition.name)},`,
    `  source: ${sourceCall(source)},`,
    '})',
    '',
  ].join('\n')
}

function sourceCall(source: SourceRequest): string {
  switch (source.kind) {
    case 'pypi':
      return call('pypi', source.version === null ? [source.project] : [source.project, source.version])
    case 'git':
      return call('git', [source.url, source.ref])
    case 'path':
      return call('path', [source.path])
  }
}

function call(name: string, parameters: readonly string[]): string {
  return `${name}(${parameters.map(quote).join(', ')})`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
