import { itemsOf } from './items.ts'
import type { DeclaredGroup, Found, Item } from './model.ts'
import type { ProjectFiles } from './project-files.ts'
import { purposeOf } from './purpose.ts'
import { normaliseName, parseRequirement } from './requirement.ts'
import { isTable, readToml, strings, tableAt, type Table } from './toml.ts'

/** Environments of hatch whose name says that tests run in them; `default` where it brings pytest. */
export function readHatch(files: ProjectFiles, distribution: string | null): Found {
  const own = tableAt(readToml(files.read('hatch.toml')), 'envs')
  const shared = tableAt(readToml(files.read('pyproject.toml')), 'tool', 'hatch', 'envs')
  const [file, where, table] =
    Object.keys(own).length > 0 ? ['hatch.toml', 'envs', own] : ['pyproject.toml', 'tool.hatch.envs', shared]
  const environments = Object.entries(table).flatMap(([name, value]) =>
    isTable(value) ? [{ name, value }] : [],
  )
  const groups = environments.flatMap(({ name, value }): DeclaredGroup[] => {
    const items = itemsFor(name, value, table, distribution)
    const brings = items.some((item) => item.kind === 'requirement' && bringsPytest(item.text))
    const purpose = name === 'default' ? (brings ? 'test' : 'development') : purposeOf(name)
    const from = `${file} [${where}.${name}]`
    return items.length === 0 ? [] : [{ from, purpose, kind: 'declaration', items }]
  })
  return { groups }
}

/**
 * What hatch itself puts into an environment of that name, unless the project has its own list; less what only
 * measures coverage, shuffles, repeats or distributes tests.
 */
const builtIn: Readonly<Record<string, Table>> = {
  'hatch-test': { dependencies: ['pytest', 'pytest-mock'] },
}

/** An environment takes each list from its template (or `default`) unless it has its own; hatch's own from hatch. */
function itemsFor(name: string, own: Table, all: Table, distribution: string | null): Item[] {
  const template = typeof own['template'] === 'string' ? own['template'] : 'default'
  const base = template === name ? {} : tableAt(all, template)
  const inherited = builtIn[name] ?? base
  const list = (key: string) => strings(own[key] ?? inherited[key])
  const requirements = [...list('dependencies'), ...list('extra-dependencies')]
  const features = list('features')
  return [
    ...itemsOf(requirements, distribution),
    ...(features.length === 0 ? [] : [{ kind: 'self' as const, extras: features }]),
    ...list('dependency-groups').map((group) => ({ kind: 'group' as const, name: normaliseName(group) })),
  ]
}

function bringsPytest(requirement: string): boolean {
  return parseRequirement(requirement)?.name === 'pytest'
}
