import type { Definition, ImportBinding } from '@quarry/syntax'
import { annotationMatters } from './annotations.ts'
import type { ClassHierarchy } from './class-hierarchy.ts'
import type { Doubt } from './doubt.ts'
import { memberUseMeans } from './member-uses.ts'
import { isVariable, leadsTo, namesOf } from './names.ts'
import type { Located, LocatedUse, SourceIndex } from './source-index.ts'
import { stringMayName } from './strings.ts'

/** A place that refers to an object. */
export interface Reference extends Pick<LocatedUse, 'path' | 'line' | 'within' | 'part'> {
  /** Offset into the text of its file. */
  readonly start: number
  /** Null: it means the object for sure. */
  readonly doubt: Doubt | null
  /** Why an object that this place needs cannot be deleted. */
  readonly says: string
}

/** Every place that may refer to an object, its own text included, in the order of paths and lines. */
export type ReferenceFinder = (definition: Definition) => readonly Reference[]

/**
 * Finds plain names, attributes of modules and classes, strings that spell the name, imports in test code (in source
 * an import alone needs nothing: it is taken out with the object), and files that can only be searched as text.
 */
export function referenceFinder(index: SourceIndex, hierarchy: ClassHierarchy): ReferenceFinder {
  const known = new Map<string, readonly Reference[]>()
  return (definition) => {
    const found =
      known.get(definition.id) ??
      [
        ...(definition.parent === null
          ? usesOfModuleObject(index, definition)
          : usesOfMember(index, hierarchy, definition)),
        ...importsInTestCode(index, definition),
        ...mentions(index, definition),
      ].toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1))
    known.set(definition.id, found)
    return found
  }
}

function usesOfModuleObject(index: SourceIndex, definition: Definition): Reference[] {
  return namesOf(index, definition.name)
    .flatMap((name) => index.usesByName.get(name) ?? [])
    .filter((use) => meansModuleObject(index, use, definition))
    .map((use) => referenceOf(use, null))
}

function meansModuleObject(index: SourceIndex, use: LocatedUse, definition: Definition): boolean {
  if (use.kind === 'string') return use.name === definition.name && stringMayName(index, use, definition)
  if (use.kind === 'keyword' || use.role === 'written') return false
  if (use.role === 'annotation' && !annotationMatters(index, use)) return false
  const name = use.kind === 'name' ? use.name : use.qualifier === null ? null : `${use.qualifier}.${use.name}`
  if (name === null || isVariable(index, use, name.split('.', 1)[0] ?? name)) return false
  return leadsTo(index, use, name, definition)
}

function usesOfMember(index: SourceIndex, hierarchy: ClassHierarchy, definition: Definition): Reference[] {
  return (index.usesByName.get(definition.name) ?? []).flatMap((use) => {
    const means = memberUseMeans(index, hierarchy, use, definition)
    return means === 'no' ? [] : [referenceOf(use, means === 'yes' ? null : means)]
  })
}

function importsInTestCode(index: SourceIndex, definition: Definition): Reference[] {
  if (definition.parent !== null) return []
  return namesOf(index, definition.name)
    .flatMap((name) => index.importsByName.get(name) ?? [])
    .filter(
      (binding) => index.testCode.has(binding.path) && leadsTo(index, binding, binding.bound, definition),
    )
    .map(({ path, line, within, span }: Located<ImportBinding>) => ({
      path,
      start: span.start,
      line,
      within,
      part: 'body' as const,
      doubt: null,
      says: `imported by ${path}:${line}`,
    }))
}

function mentions(index: SourceIndex, definition: Definition): Reference[] {
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${definition.name}(?![\\p{L}\\p{N}_])`, 'u')
  return [...index.unparsed]
    .filter(([, file]) => word.test(file.text))
    .map(([path]) => ({
      path,
      start: 0,
      line: 1,
      within: null,
      part: 'body',
      doubt: null,
      says: `mentioned in ${path}, which cannot be parsed`,
    }))
}

function referenceOf(use: LocatedUse, doubt: Doubt | null): Reference {
  const { path, line, within, part, span } = use
  const how = use.kind === 'string' ? 'named in a string at' : 'referenced by'
  return { path, start: span.start, line, within, part, doubt, says: `${how} ${path}:${line}` }
}
