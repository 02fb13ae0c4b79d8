import { type Definition, type ImportBinding, nameResolver, type NameResolver } from '@quarry/syntax'
import type { NameUse, PythonModule } from '@quarry/syntax'

/** A Python file that was not parsed: it cannot be edited, and is searched as text. */
export interface UnparsedFile {
  readonly reason: string
  readonly text: string
}

/** A use of a name, or an import, with the file it stands in. */
export type Located<T> = T & { readonly path: string }

export type LocatedUse = Located<NameUse>

/** Every Python file of a tree, and what is looked up in it. The same for all candidates of a snapshot. */
export interface SourceIndex {
  readonly modules: ReadonlyMap<string, PythonModule>
  readonly unparsed: ReadonlyMap<string, UnparsedFile>
  /** Paths of the files that are test code. */
  readonly testCode: ReadonlySet<string>
  /** Directories on sys.path, relative to the tree. */
  readonly importRoots: readonly string[]
  /** By id. */
  readonly definitions: ReadonlyMap<string, Definition>
  /** By id of the enclosing class. */
  readonly members: ReadonlyMap<string, readonly Definition[]>
  /** Members of all classes, by name. */
  readonly membersByName: ReadonlyMap<string, readonly Definition[]>
  /** By path and qualified name: several where a name is defined again. */
  readonly byQualname: ReadonlyMap<string, readonly Definition[]>
  readonly usesByName: ReadonlyMap<string, readonly LocatedUse[]>
  /** By id of the innermost object that they lie in; those at module level are left out. */
  readonly usesWithin: ReadonlyMap<string, readonly LocatedUse[]>
  /** `from … import name` by that name, and `from … import *` by `*`. */
  readonly importsByName: ReadonlyMap<string, readonly Located<ImportBinding>[]>
  /** `import module` statements, by path of the file. */
  readonly moduleImports: ReadonlyMap<string, readonly ImportBinding[]>
  readonly resolve: NameResolver
}

export function indexSource(
  modules: ReadonlyMap<string, PythonModule>,
  unparsed: ReadonlyMap<string, UnparsedFile>,
  importRoots: readonly string[],
  testCode: ReadonlySet<string>,
): SourceIndex {
  const all = [...modules.values()]
  const definitions = all.flatMap((module) => module.definitions)
  const uses = all.flatMap((module) => module.uses.map((use) => ({ ...use, path: module.path })))
  const imports = all.flatMap((module) =>
    module.imports.map((binding) => ({ ...binding, path: module.path })),
  )
  const members = definitions.filter((definition) => definition.parent !== null)
  return {
    modules,
    unparsed,
    testCode,
    importRoots,
    definitions: new Map(definitions.map((definition) => [definition.id, definition])),
    members: Map.groupBy(members, (definition) => definition.parent ?? ''),
    membersByName: Map.groupBy(members, (definition) => definition.name),
    byQualname: Map.groupBy(definitions, qualnameKey),
    usesByName: Map.groupBy(uses, (use) => use.name),
    usesWithin: Map.groupBy(
      uses.filter((use) => use.within !== null),
      (use) => use.within ?? '',
    ),
    importsByName: Map.groupBy(
      imports.filter((binding) => binding.name !== null),
      (binding) => binding.name ?? '',
    ),
    moduleImports: Map.groupBy(
      imports.filter((binding) => binding.name === null),
      (binding) => binding.path,
    ),
    resolve: nameResolver(modules, importRoots),
  }
}

/** The whole text of a definition, decorators included. */
export function textOf({ modules }: SourceIndex, { path, span }: Definition): string {
  return modules.get(path)?.source.text.slice(span.start, span.end) ?? ''
}

/** Definitions with the same path and qualified name. */
export function namesakes(index: SourceIndex, definition: Definition): readonly Definition[] {
  const all = index.byQualname.get(qualnameKey(definition)) ?? []
  return all.filter((other) => other.id !== definition.id)
}

/** The classes around a definition, innermost first. */
export function enclosingDefinitions(index: SourceIndex, definition: Definition): readonly Definition[] {
  const parent = definition.parent === null ? undefined : index.definitions.get(definition.parent)
  return parent === undefined ? [] : [parent, ...enclosingDefinitions(index, parent)]
}

/** Id of the innermost class that a place lies in, or null. */
export function classAround(
  index: SourceIndex,
  { within }: { readonly within: string | null },
): string | null {
  const holder = within === null ? undefined : index.definitions.get(within)
  if (holder === undefined) return null
  return [holder, ...enclosingDefinitions(index, holder)].find(({ kind }) => kind === 'class')?.id ?? null
}

function qualnameKey(definition: Definition): string {
  return `${definition.path}::${definition.qualname}`
}
