import type { Definition, ImportBinding, PythonModule } from './model.ts'
import { resolveImport, resolveSubmodule } from './resolve-import.ts'

/** What a name leads to: an object of the tree, or one of its modules. */
export type Referent =
  | { readonly kind: 'definition'; readonly definition: Definition }
  | { readonly kind: 'module'; readonly path: string }

/**
 * Everything that a name, plain or dotted (`pkg.mod.Class.method`), may denote where it is written in the module at
 * `path`. Imports, aliases, re-export chains and star imports are followed; a name that is defined or imported in
 * several branches has several referents. Local variables are not told apart from module names. `within` is the object
 * that the name is written in, null at module level: what an object imports for itself, it alone has, and hides what the
 * module calls by the same name; without `within` it may be any of the module's. Empty when the name leads out of the
 * tree, or nowhere.
 */
export type NameResolver = (path: string, name: string, within?: string | null) => readonly Referent[]

/** A resolver over the parsed modules of one tree; answers are remembered. */
export function nameResolver(
  modules: ReadonlyMap<string, PythonModule>,
  importRoots: readonly string[],
): NameResolver {
  const has = (path: string) => modules.has(path)
  const tables = new Map<string, ModuleTable>()
  const known = new Map<string, readonly Referent[]>()
  let circles = 0

  function tableOf(path: string): ModuleTable | null {
    const module = modules.get(path)
    if (module === undefined) return null
    const table = tables.get(path) ?? tableFor(module)
    tables.set(path, table)
    return table
  }

  /** One step, through `open` names that are being looked up already: re-exports may go in circles. */
  function lookUp(path: string, name: string, open: ReadonlySet<string>): readonly Referent[] {
    const key = `${path} ${name}`
    const before = known.get(key)
    if (before !== undefined) return before
    const table = tableOf(path)
    if (table === null) return []
    if (open.has(key)) {
      circles += 1
      return []
    }
    const circlesBefore = circles
    const inside = new Set(open).add(key)
    const found = distinct([
      ...(table.definitions.get(name) ?? []).map((definition) => ({
        kind: 'definition' as const,
        definition,
      })),
      ...(table.imports.get(name) ?? []).flatMap((binding) => followImport(path, binding, inside)),
      ...table.stars.flatMap((star) => followStar(path, star, name, inside)),
    ])
    const answer = found.length > 0 ? found : submodule(path, name)
    // Inside a circle an answer may be only part of the truth.
    if (open.size === 0 || circles === circlesBefore) known.set(key, answer)
    return answer
  }

  function followImport(
    path: string,
    binding: ImportBinding,
    open: ReadonlySet<string>,
  ): readonly Referent[] {
    if (binding.name === null) {
      const module = binding.alias === null ? binding.bound : binding.module
      return moduleAt(resolveImport(path, { module, level: 0 }, importRoots, has))
    }
    const from = resolveImport(path, binding, importRoots, has)
    const attribute = from === null ? [] : lookUp(from, binding.name, open)
    return attribute.length > 0 ? attribute : moduleAt(resolveSubmodule(path, binding, importRoots, has))
  }

  function followStar(path: string, star: ImportBinding, name: string, open: ReadonlySet<string>) {
    const from = resolveImport(path, star, importRoots, has)
    return from === null || from === path ? [] : lookUp(from, name, open)
  }

  function submodule(path: string, name: string): readonly Referent[] {
    if (!path.endsWith('__init__.py')) return []
    return moduleAt(resolveImport(path, { module: name, level: 1 }, importRoots, has))
  }

  function memberOf(referent: Referent, name: string): readonly Referent[] {
    if (referent.kind === 'module') return lookUp(referent.path, name, new Set())
    const { definition } = referent
    const members = tableOf(definition.path)?.members.get(`${definition.id} ${name}`) ?? []
    return members.map((member) => ({ kind: 'definition' as const, definition: member }))
  }

  /** `import a.b.c` makes `a.b.c` usable even where `a` is a directory without an `__init__.py`. */
  function byWholeImport(path: string, parts: readonly string[]): readonly Referent[] {
    const whole = tableOf(path)?.wholeImports ?? []
    return whole
      .filter((module) => module.every((part, index) => part === parts[index]))
      .flatMap((module) => {
        const at = moduleAt(resolveImport(path, { module: module.join('.'), level: 0 }, importRoots, has))
        return stepDown(at, parts.slice(module.length))
      })
  }

  function stepDown(start: readonly Referent[], parts: readonly string[]): readonly Referent[] {
    return parts.reduce<readonly Referent[]>(
      (referents, part) => distinct(referents.flatMap((referent) => memberOf(referent, part))),
      start,
    )
  }

  function lookUpWithin(path: string, name: string, within: string | null | undefined): readonly Referent[] {
    const inner = tableOf(path)?.innerImports.get(name) ?? []
    const own = inner.filter((binding) => within === undefined || binding.within === within)
    const imported = own.flatMap((binding) => followImport(path, binding, new Set()))
    const hidden = within !== undefined && own.length > 0
    return hidden ? distinct(imported) : distinct([...lookUp(path, name, new Set()), ...imported])
  }

  return (path, name, within) => {
    const parts = name.split('.')
    const [first = '', ...rest] = parts
    const stepped = stepDown(lookUpWithin(path, first, within), rest)
    return stepped.length > 0 || rest.length === 0 ? stepped : distinct(byWholeImport(path, parts))
  }
}

/** The names of one module, by what binds them. */
interface ModuleTable {
  readonly definitions: ReadonlyMap<string, readonly Definition[]>
  /** By class id and name. */
  readonly members: ReadonlyMap<string, readonly Definition[]>
  readonly imports: ReadonlyMap<string, readonly ImportBinding[]>
  /** Imports of objects for themselves. */
  readonly innerImports: ReadonlyMap<string, readonly ImportBinding[]>
  readonly stars: readonly ImportBinding[]
  /** `import a.b.c` without an alias, split. */
  readonly wholeImports: readonly (readonly string[])[]
}

function tableFor(module: PythonModule): ModuleTable {
  const { definitions, imports } = module
  const top = definitions.filter((definition) => definition.parent === null)
  const inner = definitions.filter((definition) => definition.parent !== null)
  const named = imports.filter((binding) => binding.name !== '*')
  return {
    definitions: Map.groupBy(top, (definition) => definition.name),
    members: Map.groupBy(inner, (definition) => `${definition.parent} ${definition.name}`),
    imports: Map.groupBy(
      named.filter((binding) => binding.within === null),
      (binding) => binding.bound,
    ),
    innerImports: Map.groupBy(
      named.filter((binding) => binding.within !== null),
      (binding) => binding.bound,
    ),
    stars: imports.filter((binding) => binding.name === '*'),
    wholeImports: imports
      .filter((binding) => binding.name === null && binding.alias === null)
      .map((binding) => binding.module.split('.')),
  }
}

function moduleAt(path: string | null): readonly Referent[] {
  return path === null ? [] : [{ kind: 'module', path }]
}

function distinct(referents: readonly Referent[]): readonly Referent[] {
  const byKey = new Map(referents.map((referent) => [keyOf(referent), referent]))
  return [...byKey.values()]
}

function keyOf(referent: Referent): string {
  return referent.kind === 'module' ? referent.path : referent.definition.id
}
