import type { Definition } from '@quarry/syntax'
import { annotationMatters } from './annotations.ts'
import type { ClassHierarchy } from './class-hierarchy.ts'
import type { Doubt } from './doubt.ts'
import { isVariable } from './names.ts'
import { classAround, type LocatedUse, type SourceIndex } from './source-index.ts'
import { standardMembers } from './standard-members.ts'
import { stringMayName } from './strings.ts'

/**
 * Whether a use of a member's name means this member: no, yes, or only perhaps. Types are not known, so an attribute of
 * anything may; but not one of a module, of a class that has nothing to do with the member's, or of a `self` of such a
 * class.
 */
export function memberUseMeans(
  index: SourceIndex,
  hierarchy: ClassHierarchy,
  use: LocatedUse,
  member: Definition,
): 'no' | 'yes' | Doubt {
  switch (use.kind) {
    case 'string':
      return stringMayName(index, use, member) ? 'yes' : 'no'
    case 'keyword':
      return 'no'
    case 'name':
      return !use.local && standsInClassBody(index, use, member) ? 'yes' : 'no'
    case 'attribute':
      if (use.role === 'annotation' && !annotationMatters(index, use)) return 'no'
      if (use.role === 'written' && !isAttributeLike(member)) return 'no'
      return attributeMeans(index, hierarchy, use, member)
  }
}

/** In a class body, and in the decorators and defaults of its methods, members go by their plain names. */
function standsInClassBody(index: SourceIndex, use: LocatedUse, member: Definition): boolean {
  if (use.within === member.parent) return use.part === 'body'
  const holder = use.within === null ? undefined : index.definitions.get(use.within)
  return holder !== undefined && holder.parent === member.parent && use.part !== 'body'
}

function attributeMeans(
  index: SourceIndex,
  hierarchy: ClassHierarchy,
  use: LocatedUse,
  member: Definition,
): 'no' | 'yes' | Doubt {
  const owner = member.parent ?? ''
  const around = classAround(index, use)
  if (use.qualifier === 'self' || use.qualifier === 'cls') {
    if (around !== null) return hierarchy.related(around, owner) ? 'yes' : 'no'
  } else if (use.qualifier !== null && !isVariable(index, use, use.qualifier.split('.', 1)[0] ?? '')) {
    const referents = index.resolve(use.path, use.qualifier, use.within)
    const means = referents.some(
      (referent) =>
        referent.kind === 'definition' &&
        (referent.definition.kind !== 'class' || hierarchy.related(referent.definition.id, owner)),
    )
    if (referents.length > 0) return means ? 'yes' : 'no'
    if (isForeignModule(index, use.path, use.qualifier)) return 'no'
  } else if (around !== null && isSuper(index, use)) {
    return hierarchy.lineageOf(around).ancestors.some(({ id }) => id === owner) ? 'yes' : 'no'
  }
  return perhaps(index, hierarchy, use, member)
}

/** Where nothing is known of the object whose attribute it is. */
function perhaps(
  index: SourceIndex,
  hierarchy: ClassHierarchy,
  use: LocatedUse,
  member: Definition,
): 'no' | 'yes' | Doubt {
  // Test files that may be shown were observed to need nothing of what goes; their calls mean others.
  const observable = use.role === 'called' || isAttributeLike(member)
  if (index.testCode.has(use.path)) return observable ? 'no' : 'yes'
  if (use.part !== 'body' || use.within === null) return 'yes'
  return { observable, common: isCommon(index, hierarchy, member) }
}

/** Whether something else may well have a member of this name. */
function isCommon(index: SourceIndex, hierarchy: ClassHierarchy, member: Definition): boolean {
  if (standardMembers.has(member.name)) return true
  const owner = member.parent ?? ''
  const named = index.membersByName.get(member.name) ?? []
  return (
    named.some(({ parent }) => parent !== null && !hierarchy.related(parent, owner)) ||
    (index.usesByName.get(member.name) ?? []).some((use) => {
      const around = use.role === 'written' && use.qualifier === 'self' ? classAround(index, use) : null
      return around !== null && !hierarchy.related(around, owner)
    })
  )
}

/** A property and its like: it runs when it is read or written, not when it is called. */
function isAttributeLike(member: Definition): boolean {
  return member.decorators.some(({ text }) => /property\b|\.(?:setter|getter|deleter)\b/u.test(text))
}

/** `os.path` where the file says `import os` or `import os.path`: its attributes are none of ours. */
function isForeignModule(index: SourceIndex, path: string, qualifier: string): boolean {
  const first = qualifier.split('.')[0]
  return (index.moduleImports.get(path) ?? []).some((binding) => binding.bound === first)
}

/** `super().name` and `super(Class, self).name` */
function isSuper(index: SourceIndex, use: LocatedUse): boolean {
  const text = index.modules.get(use.path)?.source.text ?? ''
  return /\bsuper\s*\([^()]*\)\s*\.\s*$/u.test(text.slice(Math.max(0, use.span.start - 80), use.span.start))
}
