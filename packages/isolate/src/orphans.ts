import type { Definition } from '@quarry/syntax'
import type { ClassHierarchy } from './class-hierarchy.ts'
import type { Companion } from './companions.ts'
import { isVariable } from './names.ts'
import { classAround, type LocatedUse, type SourceIndex } from './source-index.ts'

/**
 * Definitions that the text of extracted objects refers to, and the text of those, and so on: candidates for going with
 * them, should nothing else need them.
 *
 * @param mayGo false for what has to stay
 */
export function orphansOf(
  index: SourceIndex,
  hierarchy: ClassHierarchy,
  extracted: readonly Definition[],
  mayGo: (definition: Definition) => boolean,
): Companion[] {
  const seen = new Set(extracted.map(({ id }) => id))
  const found: Companion[] = []
  const search = extracted.map((definition) => ({ definition, of: definition }))
  // An array hands out what is added while it is walked.
  for (const { definition, of } of search) {
    for (const next of namedIn(index, hierarchy, definition)) {
      if (seen.has(next.id)) continue
      seen.add(next.id)
      if (!mayGo(next)) continue
      found.push({ definition: next, of, because: 'only what is gone used it' })
      search.push({ definition: next, of })
    }
  }
  return found
}

function namedIn(index: SourceIndex, hierarchy: ClassHierarchy, definition: Definition): Definition[] {
  const inner = definition.kind === 'class' ? (index.members.get(definition.id) ?? []) : []
  const uses = index.usesWithin.get(definition.id) ?? []
  return [
    ...uses.flatMap((use) => meantBy(index, hierarchy, use)),
    ...inner.flatMap((member) => namedIn(index, hierarchy, member)),
  ]
}

/** What a use surely means. */
function meantBy(index: SourceIndex, hierarchy: ClassHierarchy, use: LocatedUse): readonly Definition[] {
  if (use.kind !== 'name' && use.kind !== 'attribute') return []
  if (use.kind === 'attribute' && use.qualifier === null) return []
  if (use.qualifier === 'self' || use.qualifier === 'cls') {
    const around = classAround(index, use)
    const members = index.membersByName.get(use.name) ?? []
    return members.filter(({ parent }) => around !== null && hierarchy.related(around, parent ?? ''))
  }
  const name = use.qualifier === null ? use.name : `${use.qualifier}.${use.name}`
  if (isVariable(index, use, name.split('.', 1)[0] ?? name)) return []
  return index
    .resolve(use.path, name, use.within)
    .flatMap((referent) => (referent.kind === 'definition' ? [referent.definition] : []))
}
