import { z } from 'zod'
import type { Candidate, DatedTestFile, Observation, PackedPoint } from '@quarry/core'

const Measured = z.object({
  tracer: z.string().default(''),
  forks: z.array(z.string()).default([]),
  dropped_ids: z.record(z.string(), z.array(z.string())).default({}),
})

/** What is worth knowing of a whole suite. */
export function observationFacts({ objects, test_files, measured }: Observation): string[] {
  const points = test_files.flatMap((file) => file.points)
  const { tracer, forks, dropped_ids } = Measured.parse(measured)
  return [
    `${objects.length} objects, ${test_files.length} test files`,
    `${points.length} test points, ${points.filter(isStablePass).length} stable passes`,
    ...unstableFacts(points),
    ...droppedFacts(Object.values(dropped_ids).flat()),
    ...incompleteFacts(test_files.flatMap((file) => file.incomplete)),
    ...(tracer === '' ? [] : [`calls heard of by ${tracer}`]),
    ...forks,
  ]
}

/** What is worth knowing of the test files of a candidate. */
export function candidateFacts(
  { test_files, stable_passes, dated }: Candidate,
  observation: Observation,
): string[] {
  const files = observation.test_files.filter((file) => test_files.includes(file.path))
  return [
    `${test_files.join(', ')}: ${stable_passes} stable passes`,
    ...dated.map(dateInWords),
    ...unstableFacts(files.flatMap((file) => file.points)),
    ...incompleteFacts(files.flatMap((file) => file.incomplete)),
  ]
}

const waysOfDating = {
  'last-change': 'last changed',
  'index-upload-time': 'released',
  'newest-file': 'packed',
  commit: 'committed',
} satisfies Record<DatedTestFile['from'], string>

function dateInWords({ path, at, from }: DatedTestFile): string {
  return `${path}: ${waysOfDating[from]} on ${at.slice(0, 'yyyy-mm-dd'.length)}`
}

function isStablePass(point: PackedPoint): boolean {
  return point.stable && point.outcomes[0] === 'passed'
}

/** How many points each reason keeps from being stable, with the first of them. */
function unstableFacts(points: readonly PackedPoint[]): string[] {
  const unstable = points.filter((point) => !point.stable)
  const reasons = [...new Set(unstable.flatMap((point) => point.reasons))].toSorted()
  return reasons.map((reason) => {
    const ids = unstable.filter((point) => point.reasons.includes(reason)).map(({ id }) => id)
    return `not stable, ${reason}: ${howMany(ids)}`
  })
}

function droppedFacts(ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`left out, collected under one hash seed only: ${howMany(ids)}`]
}

function incompleteFacts(ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`calls may have been missed: ${howMany(ids)}`]
}

function howMany(ids: readonly string[]): string {
  const [first = ''] = ids
  return ids.length === 1 ? first : `${ids.length} test points, first ${first}`
}
