import type { Definition, ImportBinding, NameUse } from '@quarry/syntax'
import type { ClassHierarchy } from './class-hierarchy.ts'
import { memberUseMayMean } from './member-uses.ts'
import type { Located, SourceIndex } from './source-index.ts'

/** A place that refers to an object. */
interface Reference {
  readonly path: string
  readonly line: number
  /** Innermost object that contains it, or null at module level. */
  readonly within: string | null
  readonly part: NameUse['part']
  /** Why an object that this place needs cannot be deleted. */
  readonly says: string
}

/** Every place that may refer to an object, its own text included, in the order of paths and lines. */
export type ReferenceFinder = (definition: Definition) => readonly Reference[]

/**
 * Finds plain names, attributes of modules and classes, strings that spell the name, imports in test code (in source
 * an import alone needs nothing: it is taken out with the object), and files that can only be searched as text.
 */
export function referenceFinder(
  index: SourceIndex,
  hierarchy: ClassHierarchy,
  testCode: ReadonlySet<string>,
): ReferenceFinder {
  const known = new Map<string, readonly Reference[]>()
  return (definition) => {
    const found =
      known.get(definition.id) ??
      [
        ...(definition.parent === null
          ? usesOfModuleObject(index, definition)
          : usesOfMember(index, hierarchy, definition)),
        ...importsInTestCode(index, testCode, definition),
        ...mentions(index, definition),
      ].toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1))
    known.set(definition.id, found)
    return found
  }
}

function usesOfModuleObject(index: SourceIndex, definition: Definition): Reference[] {
  return namesOf(index, definition.name)
    .flatMap((name) => index.usesByName.get(name) ?? [])
    .filter((use) => {
      if (use.kind === 'name') return leadsTo(index, use.path, use.name, definition)
      if (use.kind === 'string') return use.name === definition.name
      if (use.kind === 'keyword' || use.qualifier === null) return false
      return leadsTo(index, use.path, `${use.qualifier}.${use.name}`, definition)
    })
    .map(referenceOf)
}

function usesOfMember(index: SourceIndex, hierarchy: ClassHierarchy, definition: Definition): Reference[] {
  return (index.usesByName.get(definition.name) ?? [])
    .filter((use) => memberUseMayMean(index, hierarchy, use, definition))
    .map(referenceOf)
}

function importsInTestCode(
  index: SourceIndex,
  testCode: ReadonlySet<string>,
  definition: Definition,
): Reference[] {
  if (definition.parent !== null) return []
  return namesOf(index, definition.name)
    .flatMap((name) => index.importsByName.get(name) ?? [])
    .filter(
      (binding) => testCode.has(binding.path) && leadsTo(index, binding.path, binding.bound, definition),
    )
    .map((binding: Located<ImportBinding>) => ({
      path: binding.path,
      line: binding.line,
      within: binding.within,
      part: 'body' as const,
      says: `imported by ${binding.path}:${binding.line}`,
    }))
}

/** The name, and every other name that imports give to something of that name. */
function namesOf(index: SourceIndex, name: string): string[] {
  const names = new Set([name])
  // A set hands out what is added while it is walked.
  for (const one of names) for (const { bound } of index.importsByName.get(one) ?? []) names.add(bound)
  return [...names]
}

function leadsTo(index: SourceIndex, path: string, name: string, definition: Definition): boolean {
  return index
    .resolve(path, name)
    .some((referent) => referent.kind === 'definition' && referent.definition.id === definition.id)
}

function mentions(index: SourceIndex, definition: Definition): Reference[] {
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${definition.name}(?![\\p{L}\\p{N}_])`, 'u')
  return [...index.unparsed]
    .filter(([, file]) => word.test(file.text))
    .map(([path]) => ({
      path,
      line: 1,
      within: null,
      part: 'body',
      says: `mentioned in ${path}, which cannot be parsed`,
    }))
}

function referenceOf(use: Located<NameUse>): Reference {
  const { path, line, within, part } = use
  const how = use.kind === 'string' ? 'named in a string at' : 'referenced by'
  return { path, line, within, part, says: `${how} ${path}:${line}` }
}
