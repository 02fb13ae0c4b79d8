import type { ObservedObject } from '@quarry/core'

/** For an object's index, the objects that exist wherever it does: its class, and the repository bases of a class. */
export type Owners = ReadonlyMap<number, readonly number[]>

/**
 * @param objects sorted by path, then line, as an Observation has them
 * @param bases for the id of a class, the ids of the repository classes that it derives from
 */
export function ownersOf(
  objects: readonly ObservedObject[],
  bases: ReadonlyMap<string, readonly string[]>,
): Owners {
  const indexById = new Map(objects.map((object, index) => [object.id, index]))
  const enclosing = enclosingClasses(objects)
  const owners = new Map<number, readonly number[]>()
  for (const [index, object] of objects.entries()) {
    const outer = enclosing.get(index)
    const derived = (bases.get(object.id) ?? []).flatMap((id) => indexById.get(id) ?? [])
    const all = outer === undefined ? derived : [outer, ...derived]
    if (all.length > 0) owners.set(index, all)
  }
  return owners
}

/** The innermost class around each object, by index. */
export function enclosingClasses(objects: readonly ObservedObject[]): ReadonlyMap<number, number> {
  const enclosing = new Map<number, number>()
  let open: { index: number; object: ObservedObject }[] = []
  for (const [index, object] of objects.entries()) {
    open = open.filter(
      (outer) => outer.object.path === object.path && object.end_line <= outer.object.end_line,
    )
    const innermost = open.at(-1)
    if (innermost !== undefined) enclosing.set(index, innermost.index)
    if (object.kind === 'class') open.push({ index, object })
  }
  return enclosing
}

/** The objects and, transitively, their owners. */
export function withOwners(indexes: Iterable<number>, owners: Owners): Set<number> {
  const all = new Set<number>(indexes)
  // A set hands out what is added while it is walked.
  for (const index of all) for (const owner of owners.get(index) ?? []) all.add(owner)
  return all
}
