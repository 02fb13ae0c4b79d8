import type { ExtractedObject } from '@quarry/core'
import type { PythonModule } from '@quarry/syntax'

/**
 * The extracted objects that hidden tests name: by import, by plain name, as an attribute, or in a string (a mock's
 * target, any part of it), under its own name or one that the repository gives it. A special method counts when its
 * class is named too, since that is how tests reach it. Sorted.
 *
 * @param repository every module that may pass a name on
 */
export function objectsNamedBy(
  hiddenTests: readonly PythonModule[],
  extracted: readonly ExtractedObject[],
  repository: readonly PythonModule[],
): string[] {
  const names = withOriginalNames(new Set(hiddenTests.flatMap(namesOf)), repository)
  return extracted
    .map((object) => object.id)
    .filter((id) => isNamed(id, names))
    .toSorted()
}

/** Every name that a module uses or imports. */
function namesOf(module: PythonModule): string[] {
  const used = module.uses.filter((use) => use.kind !== 'keyword')
  const inStrings = used.flatMap((use) => (use.kind === 'string' ? (use.qualifier ?? '').split(/[.:]/) : []))
  const imported = module.imports.flatMap((binding) => (binding.name === null ? [] : [binding.name]))
  return [...used.map((use) => use.name), ...inStrings, ...imported]
}

/** The names, and those that they stand for: by `import a as b`, or by a module's assignment `b = a`. */
function withOriginalNames(
  names: ReadonlySet<string>,
  repository: readonly PythonModule[],
): ReadonlySet<string> {
  const originals = Map.groupBy(repository.flatMap(aliasesOf), ({ alias }) => alias)
  const found = new Set(names)
  // Names that are added while the set is gone through are visited too.
  for (const name of found) for (const { original } of originals.get(name) ?? []) found.add(original)
  return found
}

interface Alias {
  readonly alias: string
  readonly original: string
}

function aliasesOf({ imports, assignments, uses }: PythonModule): Alias[] {
  const imported = imports.flatMap(({ name, alias }) =>
    name === null || alias === null ? [] : [{ alias, original: name }],
  )
  const atModuleLevel = uses.filter((use) => use.within === null && use.kind !== 'keyword')
  const usesByLine = Map.groupBy(atModuleLevel, (use) => use.line)
  const assigned = assignments.flatMap(({ name, line }) =>
    (usesByLine.get(line) ?? []).map((use) => ({ alias: name, original: use.name })),
  )
  return [...imported, ...assigned]
}

function isNamed(id: string, names: ReadonlySet<string>): boolean {
  const parts = (id.split('::')[1] ?? '').split('.')
  const own = parts.at(-1) ?? ''
  const owner = parts.at(-2)
  const special = /^__.+__$/.test(own) && owner !== undefined
  return names.has(own) || (special && names.has(owner))
}
