import type { Observation, Rejection, TopLevelObjects } from '@quarry/core'
import { chooseP2p, type P2pChoice } from './choose-p2p.ts'
import type { Cut } from './cut.ts'
import { extract, type Extraction } from './extract.ts'
import { hiddenTestFiles } from './hidden-files.ts'
import { reasonsToKeep } from './keep.ts'
import { lineTally } from './line-tally.ts'
import { planRemoval, type Removal } from './plan-removal.ts'
import { predict } from './predict.ts'
import { callGraph, reachFrom } from './reach.ts'
import { rejectCut, rejectP2p } from './rejections.ts'
import type { IsolateSettings } from './settings.ts'
import type { Source } from './source.ts'
import { type Suite, suiteFor } from './suite.ts'

export type CutResult =
  | { readonly kind: 'cut'; readonly cut: Cut }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

export interface CutQuestion {
  readonly topLevel: Pick<TopLevelObjects, 'candidate' | 'test_files' | 'objects'>
  readonly observation: Pick<Observation, 'objects' | 'test_files'>
  readonly source: Source
  readonly settings: IsolateSettings
}

/** Decides what a candidate's feature is, and how it is taken out; or why it cannot be. */
export function decideCut(question: CutQuestion): CutResult {
  const { topLevel, observation, source, settings } = question
  const suite = suiteFor(observation, topLevel.test_files, source)
  const choice = chooseP2pFiles(question, suite)
  const refusedP2p = rejectP2p(choice, suite, settings)
  if (refusedP2p !== null) return { kind: 'rejected', rejection: refusedP2p }

  const p2p = choice.files.map(({ path }) => ({
    path,
    needs: suite.needsWithImports.get(path) ?? new Set<number>(),
  }))
  const keep = reasonsToKeep(suite.objects, suite.owners, source.index, p2p, settings.protect ?? [])
  const graph = callGraph(suite.f2pFiles, suite.enclosing, (index) => keep.has(index))
  const reached = reachFrom(
    graph,
    choice.kept.map((top) => top.index),
  )
  const extraction = extract(reached, suite.objects, keep, settings.maxCarvedLines)
  const removal = planRemoval(suite, source, extraction, keep)
  const cut = describeCut(question, suite, choice, extraction, removal, keep)
  const refused = rejectCut(cut, settings)
  return refused === null ? { kind: 'cut', cut } : { kind: 'rejected', rejection: refused }
}

function chooseP2pFiles({ topLevel, settings }: CutQuestion, suite: Suite): P2pChoice {
  return chooseP2p({
    objects: suite.objects,
    topLevel: topLevel.objects.flatMap(({ id, score }) => {
      const index = suite.indexById.get(id)
      return index === undefined ? [] : [{ index, id, score }]
    }),
    f2pFiles: suite.f2pFiles,
    otherFiles: suite.otherFiles,
    needs: suite.needsWithImports,
    wanted: settings.p2pFiles,
    tieSeed: `${settings.seed}\n${topLevel.candidate}`,
  })
}

function describeCut(
  { topLevel, source, settings }: CutQuestion,
  suite: Suite,
  choice: P2pChoice,
  extraction: Extraction,
  removal: Removal,
  keep: ReadonlyMap<number, string>,
): Cut {
  const prediction = predict(suite.f2pFiles, removal.gone)
  const idOf = (index: number) => suite.objects[index]?.id ?? ''
  return {
    candidate: topLevel.candidate,
    f2p_files: topLevel.test_files.toSorted(),
    p2p_files: choice.files,
    p2p_wanted: settings.p2pFiles,
    p2p_qualified: choice.qualified,
    top_level: choice.kept.map((top) => top.id),
    dropped_top_level: choice.dropped.map(({ top, excludedFiles }) => ({
      id: top.id,
      excluded_files: excludedFiles,
    })),
    extracted: [...removal.extracted],
    remained: [
      ...extraction.remained.map(({ index }) => ({ id: idOf(index), because: keep.get(index) ?? '' })),
      ...removal.untouched.map(({ id, reason }) => ({ id, because: reason })),
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    over_budget: extraction.overBudget.map(({ index }) => idOf(index)).toSorted(),
    hidden_test_files: hiddenTestFiles(suite, removal.gone),
    predicted_f2p: prediction.f2p,
    predicted_guard: prediction.guard,
    lines: countLines(source, removal),
    repairs: (settings.protect ?? []).map(({ object, test }) => ({ object, test })),
  }
}

/** Lines of what is taken out; of a hollow class only its methods count, which are listed beside it. */
function countLines(source: Source, removal: Removal): number {
  const tally = lineTally()
  for (const { id, mode } of removal.extracted) {
    const definition = source.index.definitions.get(id)
    if (definition === undefined || (definition.kind === 'class' && mode === 'hollow')) continue
    tally.add({ path: definition.path, line: definition.line, end_line: definition.endLine })
  }
  return tally.count
}
