import type { ObservedObject } from '@quarry/core'
import { lineTally } from './line-tally.ts'
import type { Reached } from './reach.ts'

export interface Extraction {
  /** What may be taken out, in the order of reaching; members of an extracted class are among them. */
  readonly extracted: readonly Reached[]
  readonly remained: readonly Reached[]
  readonly overBudget: readonly Reached[]
}

/**
 * Divides what was reached. What is kept remains; the rest is extracted in the order of reaching while its lines fit
 * the budget. A class that does not fit as a whole leaves room for its methods; behind any other object that does not
 * fit nothing more is taken, so that what is left calls no farther than what is gone.
 *
 * @param keep every object that must stay, with the classes around it
 */
export function extract(
  reached: readonly Reached[],
  objects: readonly ObservedObject[],
  keep: ReadonlyMap<number, string>,
  maxLines: number,
): Extraction {
  const tally = lineTally()
  const extracted: Reached[] = []
  const remained: Reached[] = []
  const overBudget: Reached[] = []
  let full = false
  for (const item of reached) {
    const object = objects[item.index]
    if (object === undefined) throw new RangeError(`no object ${item.index}`)
    if (keep.has(item.index)) remained.push(item)
    else if (full || tally.count + tally.missing(object) > maxLines) {
      overBudget.push(item)
      full ||= object.kind !== 'class'
    } else {
      tally.add(object)
      extracted.push(item)
    }
  }
  return { extracted, remained, overBudget }
}
