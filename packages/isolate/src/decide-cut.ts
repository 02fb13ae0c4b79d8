import { countCarvedLines } from './carved-lines.ts'
import type { Cut } from './cut.ts'
import { type CutQuestion, type CutResult, cutFeature } from './cut-feature.ts'
import { rejectTwin } from './rejections.ts'
import { stablePasses } from './stable-passes.ts'

/** Of the lines that two cuts take out together, the part that both take out, from which on they are one task. */
const sameTask = 0.8

/**
 * Decides what a candidate's feature is, and how it is taken out; or why it cannot be. A candidate of several test files
 * must take out clearly more than one of these files does alone: that file is a candidate of its own.
 */
export function decideCut(question: CutQuestion): CutResult {
  const result = cutFeature(question)
  const { test_files: files } = question.topLevel
  if (result.kind === 'rejected' || files.length === 1) return result
  for (const path of files) {
    const alone = cutFeature(forOneFile(question, path))
    if (alone.kind === 'rejected') continue
    const shared = sharedPart(question, result.cut, alone.cut)
    if (shared >= sameTask)
      return { kind: 'rejected', rejection: rejectTwin(result.cut, path, alone.cut, shared) }
  }
  return result
}

/** The same question for one of the candidate's files: of its top-level objects, those that the file's tests run. */
function forOneFile(question: CutQuestion, path: string): CutQuestion {
  const { topLevel, observation } = question
  const points = observation.test_files.filter((file) => file.path === path).flatMap(stablePasses)
  const ran = new Set(
    points.flatMap(({ executed }) => executed).map((index) => observation.objects[index]?.id),
  )
  const repository = topLevel.candidate.slice(0, topLevel.candidate.indexOf(':'))
  return {
    ...question,
    topLevel: {
      candidate: `${repository}:${path}`,
      test_files: [path],
      objects: topLevel.objects.filter(({ id }) => ran.has(id)),
    },
  }
}

function sharedPart({ source }: CutQuestion, one: Cut, other: Cut): number {
  const together = countCarvedLines(source.index, [...one.extracted, ...other.extracted])
  return (one.lines + other.lines - together) / together
}
