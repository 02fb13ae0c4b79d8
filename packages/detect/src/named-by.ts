import type { NameResolver, PythonModule, Referent } from '@quarry/syntax'

/** Ids of the objects that test files name. */
export interface NamedObjects {
  /** By `from … import name`. */
  readonly imported: ReadonlySet<string>
  /** By a plain name, or as an attribute of a module or class, that leads to the object. */
  readonly used: ReadonlySet<string>
}

export function namedBy(modules: readonly PythonModule[], resolve: NameResolver): NamedObjects {
  const imported = new Set<string>()
  const used = new Set<string>()
  for (const { path, imports, uses } of modules) {
    for (const { name, bound } of imports) {
      if (name !== null && name !== '*') addDefinitions(imported, resolve(path, bound))
    }
    for (const { name, kind, qualifier } of uses) {
      if (kind === 'name') addDefinitions(used, resolve(path, name))
      if (kind === 'attribute' && qualifier !== null)
        addDefinitions(used, resolve(path, `${qualifier}.${name}`))
    }
  }
  return { imported, used }
}

function addDefinitions(ids: Set<string>, referents: readonly Referent[]): void {
  for (const referent of referents) if (referent.kind === 'definition') ids.add(referent.definition.id)
}
