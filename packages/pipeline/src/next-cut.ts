import { ObjectId, type Rejection } from '@quarry/core'
import type { IsolateSettings } from '@quarry/isolate'
import { z } from 'zod'

/** The settings of one cut, with the objects that stay because an earlier cut failed on them. */
export type CutSettings = IsolateSettings & Required<Pick<IsolateSettings, 'protect'>>

/** The estimate's error is no constant share, so the budget shrinks by a little more than it was off. */
const margin = 0.98

const Guilty = z.object({ objects: z.array(ObjectId).min(1) })
const BrokenTests = z.object({ tests: z.array(z.string()).min(1) })
const DoubtfulFiles = z.object({ files: z.array(z.object({ path: z.string(), message: z.string() })).min(1) })
const Copy = z.object({ path: z.string(), of: z.string() })
const TooManyLines = z.object({ carved: z.number().positive(), allowed: z.number() })

/**
 * How to cut once more after a rejection that another cut may mend, or null. What a broken regression test points at
 * stays; so does what was taken out of a file that Python found to be carved wrongly, or of which the environment holds a
 * copy. After too many lines the budget shrinks by what the estimate was off.
 */
export function nextCut(rejection: Rejection, last: CutSettings): CutSettings | null {
  switch (rejection.code) {
    case 'p2p-broken':
    case 'carve-in-doubt':
    case 'answer-leaked':
      return keepingGuilty(rejection, last)
    case 'too-many-carved-lines':
      return withinBudget(rejection, last)
    default:
      return null
  }
}

function keepingGuilty(rejection: Rejection, last: CutSettings): CutSettings | null {
  const [guilty, because] = [Guilty.safeParse(rejection.evidence), whatWasSeen(rejection)]
  if (!guilty.success || because === null) return null
  const kept = new Set(last.protect.map(({ object }) => object))
  const more = guilty.data.objects.filter((object) => !kept.has(object))
  if (more.length === 0) return null
  return { ...last, protect: [...last.protect, ...more.map((object) => ({ object, because }))] }
}

function whatWasSeen({ evidence }: Rejection): string | null {
  const broken = BrokenTests.safeParse(evidence).data?.tests[0]
  if (broken !== undefined) return `an earlier carve without it broke ${broken}`
  const doubt = DoubtfulFiles.safeParse(evidence).data?.files[0]
  if (doubt !== undefined)
    return `an earlier carve of ${doubt.path} was not what is left of it: ${doubt.message}`
  const copy = Copy.safeParse(evidence).data
  return copy === undefined ? null : `${copy.path} is a copy of what was taken out of ${copy.of}`
}

function withinBudget(rejection: Rejection, last: CutSettings): CutSettings | null {
  const evidence = TooManyLines.safeParse(rejection.evidence)
  if (!evidence.success) return null
  const { carved, allowed } = evidence.data
  const budget = Math.floor((margin * last.maxCarvedLines * allowed) / carved)
  return budget < last.minCarvedLines ? null : { ...last, maxCarvedLines: budget }
}
