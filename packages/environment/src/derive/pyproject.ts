import { itemsOf } from './items.ts'
import type { DeclaredGroup, Found, Item } from './model.ts'
import type { ProjectFiles } from './project-files.ts'
import { purposeOf } from './purpose.ts'
import { readRequirementsFile } from './requirements-file.ts'
import { normaliseName } from './requirement.ts'
import { isTable, readToml, strings, tableAt, type Table } from './toml.ts'

/** `[project]` and what setuptools reads from files for it, `[dependency-groups]`, and the lists of pdm and uv. */
export function readPyproject(files: ProjectFiles, distribution: string | null): Found {
  const pyproject = readToml(files.read('pyproject.toml'))
  if (pyproject === null) return { groups: [] }
  const project = tableAt(pyproject, 'project')
  const extras = new Map<string, Item[]>()
  const groups: DeclaredGroup[] = []
  const declare = (name: string, where: string, items: readonly Item[]) => {
    if (items.length > 0)
      groups.push({
        from: `pyproject.toml ${where}`,
        purpose: name === 'runtime' ? 'runtime' : purposeOf(name),
        kind: 'declaration',
        items,
      })
  }

  declare('runtime', '[project] dependencies', itemsOf(strings(project['dependencies']), distribution))
  const dynamic = tableAt(pyproject, 'tool', 'setuptools', 'dynamic')
  declare(
    'runtime',
    '[tool.setuptools.dynamic] dependencies',
    fromFiles(files, dynamic['dependencies'], distribution),
  )
  for (const [name, value] of Object.entries(tableAt(project, 'optional-dependencies'))) {
    const items = itemsOf(strings(value), distribution)
    extras.set(normaliseName(name), items)
    declare(name, `[project.optional-dependencies] ${name}`, items)
  }
  for (const [name, value] of Object.entries(tableAt(dynamic, 'optional-dependencies'))) {
    const items = fromFiles(files, value, distribution)
    extras.set(normaliseName(name), items)
    declare(name, `[tool.setuptools.dynamic.optional-dependencies] ${name}`, items)
  }

  const dependencyGroups = readDependencyGroups(tableAt(pyproject, 'dependency-groups'), distribution)
  for (const [name, items] of dependencyGroups) declare(name, `[dependency-groups] ${name}`, items)
  for (const [name, value] of Object.entries(tableAt(pyproject, 'tool', 'pdm', 'dev-dependencies')))
    declare(name, `[tool.pdm.dev-dependencies] ${name}`, itemsOf(strings(value), distribution))
  const uv = strings(tableAt(pyproject, 'tool', 'uv')['dev-dependencies'])
  declare('dev', '[tool.uv] dev-dependencies', itemsOf(uv, distribution))
  return { groups, extras, dependencyGroups }
}

function readDependencyGroups(table: Table, distribution: string | null): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const [name, value] of Object.entries(table)) {
    const entries: unknown[] = Array.isArray(value) ? value : []
    const items = entries.flatMap((entry): Item[] => {
      if (typeof entry === 'string') return itemsOf([entry], distribution)
      const included = isTable(entry) ? entry['include-group'] : undefined
      return typeof included === 'string' ? [{ kind: 'group', name: normaliseName(included) }] : []
    })
    groups.set(normaliseName(name), items)
  }
  return groups
}

/** setuptools' `{file = [...]}`. */
function fromFiles(files: ProjectFiles, value: unknown, distribution: string | null): Item[] {
  const named = isTable(value) ? value['file'] : undefined
  const paths = typeof named === 'string' ? [named] : strings(named)
  return paths.flatMap((path) => readRequirementsFile(files, path, distribution))
}
