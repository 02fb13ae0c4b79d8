import type { ExtractedObject, FeatureCut } from '@quarry/core'
import { ownersOf, type Modules } from './definitions.ts'

/**
 * Everything that the carve takes away: what the cut lists, and the members of deleted classes, which it does not list
 * because they go with their class.
 */
export function removedObjects(cut: FeatureCut, modules: Modules): ExtractedObject[] {
  const listed = new Map(cut.extracted.map((object) => [object.id, object]))
  const paths = new Set(cut.extracted.map(({ id }) => id.slice(0, id.indexOf('::'))))
  const members = [...paths].flatMap((path) => {
    const module = modules.get(path)
    return (module?.definitions ?? []).flatMap((definition): ExtractedObject[] => {
      if (module === undefined || listed.has(definition.id)) return []
      const gone = ownersOf(definition, module).find((owner) => listed.get(owner.id)?.mode === 'delete')
      if (gone === undefined) return []
      const depth = listed.get(gone.id)?.depth ?? 0
      return [{ id: definition.id, mode: 'delete', reason: `goes with ${gone.qualname}`, depth }]
    })
  })
  return [...cut.extracted, ...members]
}
