import type { Definition, NameUse } from '@quarry/syntax'
import type { ClassHierarchy } from './class-hierarchy.ts'
import { enclosingDefinitions, type Located, type SourceIndex } from './source-index.ts'

/**
 * Whether a use of a member's name may mean this member. Types are not known, so an attribute of anything may, but not
 * one of a module, of a class that has nothing to do with the member's, or of a `self` of such a class.
 */
export function memberUseMayMean(
  index: SourceIndex,
  hierarchy: ClassHierarchy,
  use: Located<NameUse>,
  member: Definition,
): boolean {
  switch (use.kind) {
    case 'string':
      return true
    case 'keyword':
      return false
    case 'name':
      return standsInClassBody(index, use, member)
    case 'attribute':
      return use.qualifier === null || qualifierMayHave(index, hierarchy, use, use.qualifier, member)
  }
}

/** In a class body, and in the decorators and defaults of its methods, members go by their plain names. */
function standsInClassBody(index: SourceIndex, use: Located<NameUse>, member: Definition): boolean {
  if (use.within === member.parent) return use.part === 'body'
  const holder = use.within === null ? undefined : index.definitions.get(use.within)
  return holder !== undefined && holder.parent === member.parent && use.part !== 'body'
}

function qualifierMayHave(
  index: SourceIndex,
  hierarchy: ClassHierarchy,
  use: Located<NameUse>,
  qualifier: string,
  member: Definition,
): boolean {
  const owner = member.parent ?? ''
  if (qualifier === 'self' || qualifier === 'cls') {
    const around = classAround(index, use)
    return around === null || hierarchy.related(around, owner)
  }
  const referents = index.resolve(use.path, qualifier)
  if (referents.length === 0) return !isForeignModule(index, use.path, qualifier)
  return referents.some(
    (referent) =>
      referent.kind === 'definition' &&
      (referent.definition.kind !== 'class' || hierarchy.related(referent.definition.id, owner)),
  )
}

/** `os.path` where the file says `import os` or `import os.path`: its attributes are none of ours. */
function isForeignModule(index: SourceIndex, path: string, qualifier: string): boolean {
  const first = qualifier.split('.')[0]
  return (index.moduleImports.get(path) ?? []).some((binding) => binding.bound === first)
}

function classAround(index: SourceIndex, use: Located<NameUse>): string | null {
  const holder = use.within === null ? undefined : index.definitions.get(use.within)
  if (holder === undefined) return null
  const classes = [holder, ...enclosingDefinitions(index, holder)].filter((one) => one.kind === 'class')
  return classes[0]?.id ?? null
}
