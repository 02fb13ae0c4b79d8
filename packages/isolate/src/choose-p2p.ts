import type { FeatureCut, TopLevelObjects } from '@quarry/core'
import { includes } from './choice/number-set.ts'
import type { ChoiceProblem } from './choice/problem.ts'
import { search } from './choice/search.ts'
import { takeOut, type TakenOut } from './choice/take-out.ts'
import { stayingBeside } from './choice/staying-beside.ts'
import { stablePasses } from './stable-passes.ts'
import type { Suite } from './suite.ts'

type TopLevel = TopLevelObjects['objects'][number]

export interface P2pChoice {
  /** The chosen files, by their numbers in the problem. */
  readonly numbers: readonly number[]
  /** Nearest to the feature first. */
  readonly files: FeatureCut['p2p_files']
  /** Files that need no kept top-level object. */
  readonly qualified: number
  /** Top-level objects that go: none, when every choice of files needs them all. */
  readonly kept: readonly TopLevel[]
  /** The others, those that most files need first. */
  readonly dropped: FeatureCut['dropped_top_level']
  /** What may go beside the chosen files. */
  readonly taken: TakenOut
}

/** Chooses the regression files of a candidate, and with them what is taken out (docs/cut.md). */
export function chooseP2p(problem: ChoiceProblem, suite: Suite, topLevel: readonly TopLevel[]): P2pChoice {
  const { files } = search(problem)
  const stays = stayingBeside(problem, files)
  const taken = takeOut(problem, stays)
  const going = new Set(problem.indexes.filter((_, number) => !includes(stays, number)))
  const goes = ({ id }: TopLevel) => going.has(suite.indexById.get(id) ?? -1)
  const kept = topLevel.filter(goes)
  const filesNeeding = (tops: readonly TopLevel[]) => {
    const indexes = tops.flatMap(({ id }) => suite.indexById.get(id) ?? [])
    return suite.otherFiles.filter(({ path }) =>
      indexes.some((index) => suite.needsWithImports.get(path)?.has(index)),
    ).length
  }
  return {
    numbers: files,
    files: kept.length === 0 ? [] : nearestFirst(problem, suite, files, taken),
    qualified: suite.otherFiles.length - filesNeeding(kept),
    kept,
    dropped: topLevel
      .filter((top) => !goes(top))
      .map((top) => ({ id: top.id, excluded_files: filesNeeding([top]) }))
      .toSorted((a, b) => b.excluded_files - a.excluded_files || (a.id < b.id ? -1 : 1)),
    taken,
  }
}

/** By the carved lines in the modules that they run; equally near ones in the seeded order. */
function nearestFirst(
  problem: ChoiceProblem,
  suite: Suite,
  chosen: readonly number[],
  { moduleLines }: TakenOut,
): P2pChoice['files'] {
  const byPath = new Map(suite.otherFiles.map((file) => [file.path, file]))
  return chosen
    .toSorted((a, b) => a - b)
    .flatMap((number) => problem.files[number] ?? [])
    .map(({ path, passes }) => {
      const file = byPath.get(path)
      const cut = [...passes.keys()].filter((module) => passes[module] !== 0 && moduleLines[module] !== 0)
      return {
        near: cut.reduce((sum, module) => sum + (moduleLines[module] ?? 0), 0),
        chosen: {
          path,
          shared_modules: cut.length,
          stable_passes: file === undefined ? 0 : stablePasses(file).length,
        },
      }
    })
    .toSorted((a, b) => b.near - a.near)
    .map((one) => one.chosen)
}
