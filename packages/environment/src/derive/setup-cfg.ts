import { itemsOf } from './items.ts'
import type { DeclaredGroup, Found, Item } from './model.ts'
import type { ProjectFiles } from './project-files.ts'
import { purposeOf } from './purpose.ts'
import { iniLines, readIni } from './read-ini.ts'
import { normaliseName } from './requirement.ts'
import { readRequirementsFile } from './requirements-file.ts'

/** `install_requires`, `tests_require` and `extras_require` of setup.cfg. */
export function readSetupCfg(files: ProjectFiles, distribution: string | null): Found {
  const text = files.read('setup.cfg')
  if (text === null) return { groups: [] }
  const sections = readIni(text)
  const options = sections.get('options')
  const itemsIn = (value: string | undefined): Item[] => {
    const file = /^\s*file:\s*(.+)$/.exec(value ?? '')?.[1]
    if (file === undefined) return itemsOf(requirementLines(value), distribution)
    return file.split(',').flatMap((path) => readRequirementsFile(files, path.trim(), distribution))
  }
  const extras = new Map<string, Item[]>()
  const groups: DeclaredGroup[] = [
    {
      from: 'setup.cfg [options] install_requires',
      purpose: 'runtime',
      kind: 'declaration',
      items: itemsIn(options?.get('install_requires')),
    },
    {
      from: 'setup.cfg [options] tests_require',
      purpose: 'test',
      kind: 'declaration',
      items: itemsIn(options?.get('tests_require')),
    },
  ]
  for (const [name, value] of sections.get('options.extras_require') ?? []) {
    const items = itemsIn(value)
    extras.set(normaliseName(name), items)
    const from = `setup.cfg [options.extras_require] ${name}`
    groups.push({ from, purpose: purposeOf(name), kind: 'declaration', items })
  }
  return { groups: groups.filter((group) => group.items.length > 0), extras }
}

/** setuptools takes one requirement per line, or several behind semicolons where the value has one line only. */
function requirementLines(value: string | undefined): string[] {
  const lines = iniLines(value)
  const [only] = lines
  const isList =
    lines.length === 1 && only !== undefined && !/;\s*(python|sys|os|platform|extra|impl)/.test(only)
  return isList ? only.split(';') : lines
}
