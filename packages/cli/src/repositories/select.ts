import { listRepos, loadRepo, type RepositoryDefinition, UserError } from '@quarry/core'
import { parseRepositorySpec } from '@quarry/pipeline'

/**
 * The definitions that a command line asks for, in its order; without names all of `repos/`.
 * @throws UserError `unknown-repository`, `no-repositories`, `repository-twice`, and what loading a file throws.
 */
export async function selectRepositories(
  directory: string,
  names: readonly string[],
  python: string | undefined,
): Promise<RepositoryDefinition[]> {
  const known = await listRepos(directory)
  const wanted = names.length === 0 ? known : names
  if (wanted.length === 0)
    throw new UserError(
      `there is no repos/*.ts in ${directory}; name a source, such as pypi:jinja2, or write a file with quarry add`,
      { code: 'no-repositories' },
    )
  const definitions = await Promise.all(wanted.map((name) => selectOne(directory, name, known)))
  refuseDuplicates(definitions)
  return python === undefined ? definitions : definitions.map((definition) => ({ ...definition, python }))
}

async function selectOne(
  directory: string,
  name: string,
  known: readonly string[],
): Promise<RepositoryDefinition> {
  if (known.includes(name)) return loadRepo(directory, name)
  if (name.includes(':')) return parseRepositorySpec(name)
  throw new UserError(
    `there is no repos/${name}.ts${known.length === 0 ? '' : ` (there are: ${known.join(', ')})`}; ` +
      `for the package on the index write pypi:${name}`,
    { code: 'unknown-repository' },
  )
}

function refuseDuplicates(definitions: readonly RepositoryDefinition[]): void {
  const seen = new Set<string>()
  for (const { name } of definitions) {
    if (seen.has(name))
      throw new UserError(
        `two of the repositories asked for are called '${name}'; mine them one after the other`,
        {
          code: 'repository-twice',
        },
      )
    seen.add(name)
  }
}
