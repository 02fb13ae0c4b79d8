import type { Rejection, TopLevelObjects, UnpackedObservation } from '@quarry/core'
import { poseProblem } from './choice/pose-problem.ts'
import type { ChoiceProblem } from './choice/problem.ts'
import { type Reachable, reachableAtMost } from './choice/reachable.ts'
import type { Cut } from './cut.ts'
import { type Draft, draftCut } from './draft-cut.ts'
import { hiddenTestFiles } from './hidden-files.ts'
import { reasonsToKeep } from './keep.ts'
import { rejectCut, rejectSuite } from './rejections.ts'
import type { IsolateSettings } from './settings.ts'
import type { Source } from './source.ts'
import { type Suite, suiteFor } from './suite.ts'

export type CutResult =
  | { readonly kind: 'cut'; readonly cut: Cut; readonly reachable: Reachable; readonly watched: number }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

export interface CutQuestion {
  readonly topLevel: Pick<TopLevelObjects, 'candidate' | 'test_files' | 'objects'>
  readonly observation: Pick<UnpackedObservation, 'objects' | 'test_files'>
  readonly source: Source
  readonly settings: IsolateSettings
}

/** Decides what a candidate's feature is, and how it is taken out; or why it cannot be. */
export function cutFeature(question: CutQuestion): CutResult {
  const { topLevel, observation, source, settings } = question
  const suite = suiteFor(observation, topLevel.test_files, source)
  const alone = rejectSuite(suite, settings)
  if (alone !== null) return { kind: 'rejected', rejection: alone }
  const problem = choiceProblem(question, suite)
  const reachable = reachableAtMost(problem)
  const draft = draftCut(question, suite, problem)
  const cut = describeCut(question, suite, draft)
  const rejection = rejectCut(cut, reachable, suite, settings)
  if (rejection !== null) return { kind: 'rejected', rejection }
  return { kind: 'cut', cut, reachable, watched: draft.appraisal.watched }
}

/** The choice of P2P files that a candidate asks for. */
export function choiceProblem({ topLevel, source, settings }: CutQuestion, suite: Suite): ChoiceProblem {
  const fixed = reasonsToKeep(suite.objects, suite.owners, source.index, [], settings.protect ?? [])
  return poseProblem({
    suite,
    topLevel: topLevel.objects.flatMap(({ id }) => suite.indexById.get(id) ?? []),
    stays: (index) => fixed.has(index),
    wanted: settings.p2pFiles,
    tieSeed: `${settings.seed}\n${topLevel.candidate}`,
    limits: settings,
  })
}

function describeCut({ topLevel, settings }: CutQuestion, suite: Suite, draft: Draft): Cut {
  const { choice, extraction, removal, prediction, keep } = draft
  const idOf = (index: number) => suite.objects[index]?.id ?? ''
  return {
    candidate: topLevel.candidate,
    f2p_files: topLevel.test_files.toSorted(),
    p2p_files: choice.files,
    p2p_wanted: settings.p2pFiles,
    p2p_qualified: choice.qualified,
    top_level: choice.kept.map((top) => top.id),
    dropped_top_level: choice.dropped,
    extracted: [...removal.extracted],
    leftovers: removal.leftovers.map(({ path, line, name, of, key, what, span }) => ({
      path,
      line,
      name,
      of,
      key,
      what,
      ...span,
    })),
    remained: [
      ...extraction.remained.map(({ index }) => ({ id: idOf(index), because: keep.get(index) ?? '' })),
      ...removal.untouched.map(({ id, reason }) => ({ id, because: reason })),
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    over_budget: extraction.overBudget.map(({ index }) => idOf(index)).toSorted(),
    hidden_test_files: hiddenTestFiles(suite, removal.gone),
    predicted_f2p: prediction.f2p,
    predicted_guard: prediction.guard,
    lines: draft.appraisal.lines,
    repairs: (settings.protect ?? []).map(({ object, because }) => ({ object, because })),
  }
}
