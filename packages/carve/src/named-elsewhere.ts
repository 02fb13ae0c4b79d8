import type { NameUse, PythonModule } from '@quarry/syntax'
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
  const whole = links.filter(({ submodule, target, binding }) => {
    const module = submodule ?? (binding.name === null ? target : null)
    return module !== null && own.has(module)
  })
  // `import package.module` binds the package: the module is still called by its own name.
  const bound = whole.filter(
    ({ binding }) => binding.alias !== null || !binding.module.includes('.') || binding.name !== null,
  )
  const called = new Set([stemOf(path), ...bound.map(({ binding }) => binding.bound)])

  const held = new Set(from.flatMap(({ binding }) => namesOf(binding.name, names)))
  const users = usersOf(sources)
  for (const module of new Set([...names].flatMap((name) => users.get(name) ?? []))) {
    if (own.has(module.path)) continue
    for (const use of module.uses) {
      if (names.has(use.name) && mayMean(use, called, module.source.text)) held.add(use.name)
    }
  }
  return held
}

const known = new WeakMap<Sources, ReadonlyMap<string, readonly PythonModule[]>>()

/** The modules that say a name as an attribute or in a string, by name. Worked out once for all cuts of the same sources. */
function usersOf(sources: Sources): ReadonlyMap<string, readonly PythonModule[]> {
  const users = known.get(sources) ?? findUsers(sources)
  known.set(sources, users)
  return users
}

function findUsers({ modules, readers }: Sources): ReadonlyMap<string, readonly PythonModule[]> {
  const users = new Map<string, PythonModule[]>()
  for (const module of [...modules.values(), ...readers.values()]) {
    const names = module.uses.filter(({ kind }) => kind === 'attribute' || kind === 'string')
    for (const name of new Set(names.map((use) => use.name))) {
      const some = users.get(name)
      if (some === undefined) users.set(name, [module])
      else some.push(module)
    }
  }
  return users
}

/** A star takes everything that is public. */
function namesOf(imported: string | null, names: ReadonlySet<string>): readonly string[] {
  if (imported === '*') return [...names].filter((name) => !name.startsWith('_'))
  return imported !== null && names.has(imported) ? [imported] : []
}

/** `setattr(module, 'name', …)`, `patch.object(module, 'name')` */
const namesAttribute = /(?:attr|object)\s*\(\s*([\w.]+),\s*$/

function mayMean({ kind, qualifier, span }: NameUse, called: ReadonlySet<string>, text: string): boolean {
  const parts = qualifier?.split(/[.:]/) ?? []
  if (kind === 'attribute') return called.has(parts.at(-1) ?? '')
  if (kind !== 'string') return false
  // `patch('package.module.name')`
  if (parts.length > 1) return called.has(parts.at(-2) ?? '')
  const owner = namesAttribute.exec(text.slice(Math.max(0, span.start - 200), span.start))?.[1]
  return owner !== undefined && called.has(owner.split('.').at(-1) ?? owner)
}

function stemOf(path: string): string {
  return /([^/]+?)(?:\/__init__)?\.pyi?$/.exec(path)?.[1] ?? path
}
