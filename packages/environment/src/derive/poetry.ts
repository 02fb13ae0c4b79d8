import { itemsOf } from './items.ts'
import type { DeclaredGroup, Found, Item } from './model.ts'
import { poetryMarker, poetrySpecifier } from './poetry-versions.ts'
import type { ProjectFiles } from './project-files.ts'
import { purposeOf } from './purpose.ts'
import { normaliseName, withMarker } from './requirement.ts'
import { isTable, readToml, strings, tableAt, type Table } from './toml.ts'

/** `[tool.poetry]`: its dependencies, extras and groups. */
export function readPoetry(files: ProjectFiles, distribution: string | null): Found {
  const poetry = tableAt(readToml(files.read('pyproject.toml')), 'tool', 'poetry')
  const main = tableAt(poetry, 'dependencies')
  const extras = new Map<string, Item[]>()
  const groups: DeclaredGroup[] = []
  const declare = (purpose: DeclaredGroup['purpose'], where: string, items: readonly Item[]) => {
    const from = `pyproject.toml ${where}`
    if (items.length > 0) groups.push({ from, purpose, kind: 'declaration', items })
  }

  declare('runtime', '[tool.poetry.dependencies]', requirements(main, distribution, false))
  for (const [name, value] of Object.entries(tableAt(poetry, 'extras'))) {
    const members = new Set(strings(value).map(normaliseName))
    const table = Object.fromEntries(Object.entries(main).filter(([key]) => members.has(normaliseName(key))))
    const items = requirements(table, distribution, true)
    extras.set(normaliseName(name), items)
    declare(purposeOf(name), `[tool.poetry.extras] ${name}`, items)
  }
  const development = requirements(tableAt(poetry, 'dev-dependencies'), distribution, true)
  declare('development', '[tool.poetry.dev-dependencies]', development)
  for (const [name, group] of Object.entries(tableAt(poetry, 'group'))) {
    const table = tableAt(isTable(group) ? group : null, 'dependencies')
    declare(
      purposeOf(name),
      `[tool.poetry.group.${name}.dependencies]`,
      requirements(table, distribution, true),
    )
  }
  return { groups, extras }
}

/** A poetry table as requirements; entries that name neither a version nor a URL are left out. */
function requirements(table: Table, distribution: string | null, optionalToo: boolean): Item[] {
  const texts = Object.entries(table).flatMap(([name, value]): string[] => {
    if (name === 'python') return []
    const entries: unknown[] = Array.isArray(value) ? value : [value]
    return entries.flatMap((entry) => requirement(name, entry, optionalToo) ?? [])
  })
  return itemsOf(texts, distribution)
}

function requirement(name: string, value: unknown, optionalToo: boolean): string | null {
  if (typeof value === 'string') return `${name}${poetrySpecifier(value)}`
  if (!isTable(value) || (value['optional'] === true && !optionalToo)) return null
  const extras = strings(value['extras'])
  const head = extras.length === 0 ? name : `${name}[${extras.join(',')}]`
  const pinned = versionOrUrl(value)
  if (pinned === null) return null
  const { markers, python } = value
  const conditions = [
    ...(typeof markers === 'string' ? [markers] : []),
    ...(typeof python === 'string' ? (poetryMarker(python) ?? []) : []),
  ]
  return conditions.reduce((text, condition) => withMarker(text, condition), `${head}${pinned}`)
}

function versionOrUrl(table: Table): string | null {
  const { version, git, url } = table
  if (typeof version === 'string') return poetrySpecifier(version)
  if (typeof url === 'string') return ` @ ${url}`
  if (typeof git !== 'string') return null
  const at = [table['rev'], table['tag'], table['branch']].find((name) => typeof name === 'string')
  return ` @ git+${git}${typeof at === 'string' ? `@${at}` : ''}`
}
