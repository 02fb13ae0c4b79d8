import type { CollectedPoint } from '@quarry/testrun'

/** A point that both collections have, with what differs between them. */
interface ComparedPoint {
  readonly id: string
  /** Null where the collections disagree about it. */
  readonly digest: string | null
  readonly reasons: readonly ('other-place' | 'other-parameters')[]
}

export interface ComparedFile {
  readonly points: readonly ComparedPoint[]
  /** Ids that only one of the collections has: nobody will ever meet them again. */
  readonly dropped: readonly string[]
}

/** Compares what two collections under different hash seeds have of one file. Places count among the ids in both. */
export function compareCollections(
  first: readonly CollectedPoint[],
  second: readonly CollectedPoint[],
): ComparedFile {
  const inFirst = new Map(first.map((point) => [point.id, point]))
  const inSecond = new Map(second.map((point) => [point.id, point]))
  const common = [...inFirst.values()].filter((point) => inSecond.has(point.id))
  const otherOrder = [...inSecond.keys()].filter((id) => inFirst.has(id))
  const points = common.map(({ id, digest }, place): ComparedPoint => {
    const moved = otherOrder[place] !== id
    const changed = inSecond.get(id)?.digest !== digest
    return {
      id,
      digest: changed ? null : digest,
      reasons: [
        ...(moved ? ['other-place' as const] : []),
        ...(changed ? ['other-parameters' as const] : []),
      ],
    }
  })
  const dropped = [...inFirst.keys(), ...inSecond.keys()].filter(
    (id) => !inFirst.has(id) || !inSecond.has(id),
  )
  return { points, dropped }
}
