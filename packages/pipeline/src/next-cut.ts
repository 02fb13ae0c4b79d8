import { ObjectId, type Rejection } from '@quarry/core'
import type { IsolateSettings } from '@quarry/isolate'
import { z } from 'zod'

/** The settings of one cut, with the objects that stay because an earlier carve broke a regression test. */
export type CutSettings = IsolateSettings & {
  readonly protect: readonly { readonly object: string; readonly test: string }[]
}

/** The estimate's error is no constant share, so the budget shrinks by a little more than it was off. */
const margin = 0.98

const BrokenTests = z.object({ tests: z.array(z.string()).min(1), objects: z.array(ObjectId).min(1) })
const TooManyLines = z.object({ carved: z.number().positive(), allowed: z.number() })

/**
 * How to cut once more after a rejection that another cut may mend, or null: the objects that a broken regression test
 * points at stay, or the line budget shrinks by what the estimate was off.
 */
export function nextCut(rejection: Rejection, last: CutSettings): CutSettings | null {
  switch (rejection.code) {
    case 'p2p-broken':
      return keepingGuilty(rejection, last)
    case 'too-many-carved-lines':
      return withinBudget(rejection, last)
    default:
      return null
  }
}

function keepingGuilty(rejection: Rejection, last: CutSettings): CutSettings | null {
  const evidence = BrokenTests.safeParse(rejection.evidence)
  if (!evidence.success) return null
  const [test = ''] = evidence.data.tests
  const more = evidence.data.objects.filter((object) => !last.protect.some((kept) => kept.object === object))
  if (more.length === 0) return null
  return { ...last, protect: [...last.protect, ...more.map((object) => ({ object, test }))] }
}

function withinBudget(rejection: Rejection, last: CutSettings): CutSettings | null {
  const evidence = TooManyLines.safeParse(rejection.evidence)
  if (!evidence.success) return null
  const { carved, allowed } = evidence.data
  const budget = Math.floor((margin * last.maxCarvedLines * allowed) / carved)
  return budget < last.minCarvedLines ? null : { ...last, maxCarvedLines: budget }
}
