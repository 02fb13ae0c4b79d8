import type { Definition } from '@quarry/syntax'
import type { LocatedUse, SourceIndex } from './source-index.ts'

/** The name, and every other name that imports give to something of that name. */
export function namesOf(index: SourceIndex, name: string): string[] {
  const names = new Set([name])
  // A set hands out what is added while it is walked.
  for (const one of names) for (const { bound } of index.importsByName.get(one) ?? []) names.add(bound)
  return [...names]
}

/** Whether a name that is used or bound somewhere, plain or dotted, leads to the definition. */
export function leadsTo(
  index: SourceIndex,
  { path, within }: { readonly path: string; readonly within: string | null },
  name: string,
  definition: Definition,
): boolean {
  return index
    .resolve(path, name, within)
    .some((referent) => referent.kind === 'definition' && referent.definition.id === definition.id)
}

/**
 * Whether the name is a variable of a function, of which nobody knows what it holds. What a function imports is not.
 *
 * @param name the used name, or what the attribute's qualifier starts with
 */
export function isVariable(index: SourceIndex, use: LocatedUse, name: string): boolean {
  if (!use.local) return false
  const imports = index.modules.get(use.path)?.imports ?? []
  return !imports.some((binding) => binding.within === use.within && binding.bound === name)
}
