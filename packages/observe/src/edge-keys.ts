import type { Edge, Indexes } from '@quarry/core'

/** One number for each possible call between two objects, in the order of [caller, callee]. */
export interface EdgeKeys {
  keyOf(caller: number, callee: number): number
  edgeOf(key: number): Edge
}

/** @param objects how many there are */
export function edgeKeys(objects: number): EdgeKeys {
  return {
    keyOf: (caller, callee) => caller * objects + callee,
    edgeOf: (key) => [Math.floor(key / objects), key % objects],
  }
}

export interface NumberedEdges {
  readonly edges: readonly Edge[]
  /** Indexes into `edges` for keys. */
  numbersOf(keys: Indexes): Indexes
}

/** Numbers the edges that occur, in their own order: which file was traced first makes no difference. */
export function numberEdges(occurring: Iterable<Indexes>, { edgeOf }: EdgeKeys): NumberedEdges {
  const keys = new Set<number>()
  for (const some of new Set(occurring)) for (const key of some) keys.add(key)
  const sorted = [...keys].toSorted((a, b) => a - b)
  const numbers = new Map(sorted.map((key, number) => [key, number]))
  const known = new Map<Indexes, Indexes>()
  return {
    edges: sorted.map(edgeOf),
    numbersOf: (some) => {
      const found = known.get(some) ?? some.flatMap((key) => numbers.get(key) ?? [])
      known.set(some, found)
      return found
    },
  }
}
