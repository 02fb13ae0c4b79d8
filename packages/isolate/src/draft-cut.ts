import { type Appraisal, compareAppraisals, weigh } from './choice/appraise.ts'
import { include, includes } from './choice/number-set.ts'
import type { ChoiceProblem } from './choice/problem.ts'
import { carvedLines } from './carved-lines.ts'
import { chooseP2p, type P2pChoice } from './choose-p2p.ts'
import type { CutQuestion } from './cut-feature.ts'
import { extract, type Extraction } from './extract.ts'
import { reasonsToKeep } from './keep.ts'
import { planRemoval, type Removal } from './plan-removal.ts'
import { predict, type Prediction } from './predict.ts'
import type { Suite } from './suite.ts'

/** One way to cut a candidate, worked out. */
export interface Draft {
  readonly choice: P2pChoice
  /** Everything that has to stay, by index, with the reason. */
  readonly keep: ReadonlyMap<number, string>
  readonly extraction: Extraction
  readonly removal: Removal
  readonly prediction: Prediction
  /** What comes of it: the search only knows an estimate. */
  readonly appraisal: Appraisal
}

/** Choices of P2P files that are worked out at most. */
const mostDrafts = 3

/**
 * The best of a few drafts. A choice of P2P files is searched for with an estimate, which counts a class that may go as
 * gone; only when it is worked out is it known which classes must keep their heads. Then it is searched once more.
 */
export function draftCut(question: CutQuestion, suite: Suite, problem: ChoiceProblem): Draft {
  let posed = problem
  let draft = workOut(question, suite, posed, chooseP2p(posed, suite, question.topLevel.objects))
  let best = draft
  const tried = new Set([draft.choice.numbers.join()])
  while (tried.size < mostDrafts) {
    posed = withShells(posed, headsThatStay(posed, draft))
    const choice = chooseP2p(posed, suite, question.topLevel.objects)
    if (tried.has(choice.numbers.join())) break
    tried.add(choice.numbers.join())
    draft = workOut(question, suite, posed, choice)
    if (compareAppraisals(draft.appraisal, best.appraisal) > 0) best = draft
  }
  return best
}

function withShells(problem: ChoiceProblem, classes: readonly number[]): ChoiceProblem {
  const shells = problem.shells.slice()
  for (const number of classes) include(shells, number)
  return { ...problem, shells }
}

function workOut(question: CutQuestion, suite: Suite, problem: ChoiceProblem, choice: P2pChoice): Draft {
  const { source, settings } = question
  const p2p = choice.files.flatMap(({ path }) => {
    const needs = suite.needsWithImports.get(path)
    return needs === undefined ? [] : [{ path, needs }]
  })
  const keep = reasonsToKeep(suite.objects, suite.owners, source.index, p2p, settings.protect ?? [])
  const extraction = extract(problem, choice.taken)
  const removal = planRemoval(suite, source, extraction, keep)
  const prediction = predict(suite.f2pFiles, removal.gone)
  const lines = carvedLines(source.index, removal.extracted)
  const moduleLines = Int32Array.from(problem.modules, (path) => lines.get(path) ?? 0)
  const figures = {
    lines: [...lines.values()].reduce((sum, some) => sum + some, 0),
    moduleLines,
    f2pPoints: prediction.f2p.length,
  }
  return {
    choice,
    keep,
    extraction,
    removal,
    prediction,
    appraisal: weigh(problem, choice.numbers, figures),
  }
}

/** Classes that were to go and are hollowed, or not touched at all. */
function headsThatStay({ indexes, isClass }: ChoiceProblem, { choice, removal }: Draft): number[] {
  return indexes.flatMap((index, number) =>
    isClass[number] === true && includes(choice.taken.extracted, number) && !removal.gone.has(index)
      ? [number]
      : [],
  )
}
