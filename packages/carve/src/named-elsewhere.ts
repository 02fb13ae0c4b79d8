import type { NameUse } from '@quarry/syntax'
import { linksOf } from './module-links.ts'
import type { Sources } from './sources.ts'

/** Which of a module's names other files may mean: by an import, as an attribute of the module, in a string. */
export function namedElsewhere(
  sources: Sources,
  path: string,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const own = new Set([path, path.replace(/\.pyi$/, '.py')])
  const links = linksOf(sources).filter((link) => !own.has(link.path))
  const from = links.filter(({ target }) => target !== null && own.has(target))
  const called = new Set([
    stemOf(path),
    ...links
      .filter(({ submodule, target, binding }) => {
        const module = submodule ?? (binding.name === null ? target : null)
        return module !== null && own.has(module)
      })
      .map(({ binding }) => binding.bound),
  ])
  const importers = new Set(from.map((link) => link.path))

  const held = new Set(from.flatMap(({ binding }) => namesOf(binding.name, names)))
  for (const module of [...sources.modules.values(), ...sources.readers.values()]) {
    if (own.has(module.path)) continue
    for (const use of module.uses) {
      if (names.has(use.name) && mayMean(use, called, importers.has(module.path))) held.add(use.name)
    }
  }
  return held
}

/** A star takes everything that is public. */
function namesOf(imported: string | null, names: ReadonlySet<string>): readonly string[] {
  if (imported === '*') return [...names].filter((name) => !name.startsWith('_'))
  return imported !== null && names.has(imported) ? [imported] : []
}

function mayMean({ kind, qualifier }: NameUse, called: ReadonlySet<string>, imports: boolean): boolean {
  const parts = qualifier?.split(/[.:]/) ?? []
  if (kind === 'attribute') return called.has(parts.at(-1) ?? '')
  if (kind !== 'string') return false
  // `patch('package.module.name')`, `setattr(module, 'name', …)`
  return parts.length > 1 ? called.has(parts.at(-2) ?? '') : imports
}

function stemOf(path: string): string {
  return /([^/]+?)(?:\/__init__)?\.pyi?$/.exec(path)?.[1] ?? path
}
