import type { ExtractedObject, FeatureCut, ObservedObject } from '@quarry/core'

/** A cut with every object hollowed, and what that takes away. */
interface HollowedCut {
  /** Sorted by id. */
  readonly extracted: readonly ExtractedObject[]
  /** Indexes of the observed functions and methods that lose their body. */
  readonly gone: ReadonlySet<number>
}

const reason = 'every object is hollowed'

/**
 * Hollows what a cut takes out. A deleted class takes its members along, which the cut does not list: here each method
 * is hollowed. Hollowing a class alone takes nothing away that a trace would know.
 */
export function hollowEverything(cut: FeatureCut, objects: readonly ObservedObject[]): HollowedCut {
  const listed = new Map(cut.extracted.map((object) => [object.id, object]))
  const deletedClasses = objects.filter(
    ({ id, kind }) => kind === 'class' && listed.get(id)?.mode === 'delete',
  )
  const goneWith = (object: ObservedObject) => deletedClasses.find((owner) => holds(owner, object))
  const entries = [...objects.entries()].flatMap(([index, object]) => {
    const depth = listed.get(object.id)?.depth ?? listed.get(goneWith(object)?.id ?? '')?.depth
    return depth === undefined ? [] : [{ index, object, depth }]
  })
  return {
    extracted: entries
      .map(({ object, depth }) => ({ id: object.id, mode: 'hollow' as const, reason, depth }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    gone: new Set(entries.flatMap(({ index, object }) => (object.kind === 'class' ? [] : [index]))),
  }
}

function holds(owner: ObservedObject, object: ObservedObject): boolean {
  const isBelow = object.path === owner.path && object.qualname.startsWith(`${owner.qualname}.`)
  return isBelow && owner.line <= object.line && object.end_line <= owner.end_line
}
