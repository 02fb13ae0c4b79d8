import { itemOf } from './items.ts'
import type { DeclaredGroup, Found, Item } from './model.ts'
import type { ProjectFiles } from './project-files.ts'
import { purposeOf } from './purpose.ts'
import { iniLines, type IniSections, readIni } from './read-ini.ts'
import { normaliseName } from './requirement.ts'
import { readRequirementsFile } from './requirements-file.ts'
import { isTable, readToml, strings, tableAt, type Table } from './toml.ts'

/** What tox's test environment installs: tox.ini, setup.cfg, tox.toml or `[tool.tox]`. `python` such as `3.11`. */
export function readTox(files: ProjectFiles, distribution: string | null, python: string): Found {
  const pyproject = tableAt(readToml(files.read('pyproject.toml')), 'tool', 'tox')
  const legacy = pyproject['legacy_tox_ini']
  const native = readToml(files.read('tox.toml')) ?? pyproject
  const groups = [
    ...fromIni('tox.ini', files.read('tox.ini'), files, distribution, python),
    ...fromIni('setup.cfg', toxPart(files.read('setup.cfg')), files, distribution, python),
    ...fromIni('pyproject.toml', typeof legacy === 'string' ? legacy : null, files, distribution, python),
    ...fromToml(native, files, distribution),
  ]
  return { groups }
}

/** setup.cfg only speaks for tox where it has tox's own section. */
function toxPart(text: string | null): string | null {
  return text !== null && text.includes('[tox:tox]') ? text : null
}

function fromIni(
  file: string,
  text: string | null,
  files: ProjectFiles,
  distribution: string | null,
  python: string,
): DeclaredGroup[] {
  if (text === null) return []
  const sections = readIni(text)
  const names = testEnvironments(sections)
  return names.flatMap((name): DeclaredGroup[] => {
    const value = (key: string) =>
      sections.get(name)?.get(key) ?? sections.get('testenv')?.get(key) ?? undefined
    const deps = activeLines(expand(value('deps'), sections), python)
    const items = [
      ...deps.flatMap((line) => itemsOfLine(line, files, distribution)),
      ...selfWith(activeLines(value('extras'), python).flatMap((line) => line.split(/[\s,]+/))),
      ...activeLines(value('dependency_groups'), python).flatMap((line) => groupsOf(line.split(/[\s,]+/))),
    ]
    return items.length === 0
      ? []
      : [{ from: `${file} [${name}]`, purpose: 'test', kind: 'declaration', items }]
  })
}

/** `[testenv]` where it runs tests; else the environments whose name says so. */
function testEnvironments(sections: IniSections): string[] {
  const base = sections.get('testenv')
  if (base?.has('deps') || base?.has('extras') || base?.has('dependency_groups')) {
    const commands = base.get('commands')
    if (commands === undefined || /pytest|unittest|test/.test(commands)) return ['testenv']
  }
  return [...sections.keys()].filter((name) => {
    const [, environment] = /^testenv:(.+)$/.exec(name) ?? []
    if (environment === undefined) return false
    const isPython = /^(py|pypy)[\d.{},]*$/.test(environment)
    return isPython || purposeOf(environment) === 'test'
  })
}

/** `{[testenv:x]deps}` and `{toxinidir}`. */
function expand(value: string | undefined, sections: IniSections): string | undefined {
  return value
    ?.replace(
      /\{\[([^\]]+)\](\w+)\}/g,
      (_, section: string, key: string) => sections.get(section)?.get(key) ?? '',
    )
    .replace(/\{(?:toxinidir|tox_root)\}\/?/g, '')
}

/** Lines without a condition, and those whose factors hold in an ordinary run with this Python. */
function activeLines(value: string | undefined, python: string): string[] {
  const factors = new Set(['py', 'py3', `py${python.replace('.', '')}`, `py${python}`, 'test', 'tests'])
  return iniLines(value).flatMap((line) => {
    const [, condition, rest] = /^([!\w{},.-]+):(?:\s+(.*))?$/.exec(line) ?? []
    if (condition === undefined) return [line]
    return rest !== undefined && holds(condition, factors) ? [rest] : []
  })
}

function holds(condition: string, factors: ReadonlySet<string>): boolean {
  const alternatives = condition.replace(/[{}]/g, '').split(',')
  return alternatives.some((alternative) =>
    alternative
      .split('-')
      .every((factor) => (factor.startsWith('!') ? !factors.has(factor.slice(1)) : factors.has(factor))),
  )
}

function itemsOfLine(line: string, files: ProjectFiles, distribution: string | null): Item[] {
  const included = /^(?:-r|--requirement)(?:\s+|=)?(.+)$/.exec(line)?.[1]
  if (included !== undefined) return readRequirementsFile(files, included.trim(), distribution)
  const constraints = /^(?:-c|--constraint)(?:\s+|=)?(.+)$/.exec(line)?.[1]
  if (constraints !== undefined) {
    const items = readRequirementsFile(files, constraints.trim(), distribution)
    return items.flatMap((item): Item[] =>
      item.kind === 'requirement' ? [{ kind: 'constraint', text: item.text }] : [],
    )
  }
  const item = itemOf(line, distribution)
  return item === null ? [] : [item]
}

function fromToml(table: Table, files: ProjectFiles, distribution: string | null): DeclaredGroup[] {
  const named = Object.entries(tableAt(table, 'env')).flatMap(([name, value]) =>
    isTable(value) && purposeOf(name) === 'test' ? [{ where: `env.${name}`, value }] : [],
  )
  const environments = [{ where: 'env_run_base', value: tableAt(table, 'env_run_base') }, ...named]
  return environments.flatMap(({ where, value }): DeclaredGroup[] => {
    const items = [
      ...strings(value['deps']).flatMap((line) => itemsOfLine(line, files, distribution)),
      ...selfWith(strings(value['extras'])),
      ...groupsOf(strings(value['dependency_groups'])),
    ]
    return items.length === 0 ? [] : [{ from: `tox ${where}`, purpose: 'test', kind: 'declaration', items }]
  })
}

function selfWith(extras: readonly string[]): Item[] {
  const named = extras.filter((extra) => extra !== '')
  return named.length === 0 ? [] : [{ kind: 'self', extras: named }]
}

function groupsOf(names: readonly string[]): Item[] {
  return names.filter((name) => name !== '').map((name) => ({ kind: 'group', name: normaliseName(name) }))
}
