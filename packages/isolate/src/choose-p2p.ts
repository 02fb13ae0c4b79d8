import { createHash } from 'node:crypto'
import type { FeatureCut, ObservedObject, TestFileObservation } from '@quarry/core'
import { executedIn, type Needs } from './needs.ts'
import { stablePasses } from './stable-passes.ts'

/** A top-level object: its index, and how sure the detector is of it. */
interface TopLevel {
  readonly index: number
  readonly id: string
  readonly score: number
}

export interface P2pQuestion {
  readonly objects: readonly ObservedObject[]
  readonly topLevel: readonly TopLevel[]
  /** The candidate's own files. */
  readonly f2pFiles: readonly TestFileObservation[]
  /** Every other test file with a stable pass that can do without those. */
  readonly otherFiles: readonly TestFileObservation[]
  /** What each needs, the test files that it loads included. */
  readonly needs: ReadonlyMap<string, Needs>
  readonly wanted: number
  /** Orders files that are equally near; make it of the seed and the candidate. */
  readonly tieSeed: string
}

export interface P2pChoice {
  readonly files: FeatureCut['p2p_files']
  /** Files that touch no kept top-level object. */
  readonly qualified: number
  readonly kept: readonly TopLevel[]
  readonly dropped: readonly { readonly top: TopLevel; readonly excludedFiles: number }[]
}

/**
 * Chooses the regression files: those that touch no top-level object, nearest to the feature first. While fewer than
 * wanted qualify, the top-level object that excludes most files is given up. `kept` is empty when none is separable.
 */
export function chooseP2p(question: P2pQuestion): P2pChoice {
  const target = Math.min(question.wanted, question.otherFiles.length)
  const dropped: { top: TopLevel; excludedFiles: number }[] = []
  let kept = [...question.topLevel]
  let qualified = untouched(question, kept)
  while (kept.length > 0 && qualified.length < target) {
    const worst = mostExcluding(question, kept)
    dropped.push(worst)
    kept = kept.filter((top) => top !== worst.top)
    qualified = untouched(question, kept)
  }
  const files = kept.length === 0 ? [] : nearestFirst(question, qualified).slice(0, question.wanted)
  return { files, qualified: qualified.length, kept, dropped }
}

function untouched(question: P2pQuestion, topLevel: readonly TopLevel[]): TestFileObservation[] {
  return question.otherFiles.filter((file) => topLevel.every((top) => !needs(question, file).has(top.index)))
}

function mostExcluding(question: P2pQuestion, kept: readonly TopLevel[]) {
  const ranked = kept
    .map((top) => ({
      top,
      excludedFiles: question.otherFiles.filter((file) => needs(question, file).has(top.index)).length,
    }))
    .toSorted(
      (a, b) =>
        b.excludedFiles - a.excludedFiles || a.top.score - b.top.score || compareText(a.top.id, b.top.id),
    )
  const [worst] = ranked
  if (worst === undefined) throw new RangeError('no top-level object is left to drop')
  return worst
}

/** By shared modules, then shared objects, then a seeded order; a path never decides. */
function nearestFirst(question: P2pQuestion, files: readonly TestFileObservation[]): P2pChoice['files'] {
  const feature = new Set(question.f2pFiles.flatMap((file) => [...executedIn(file)]))
  const featureModules = modulesOf(feature, question.objects)
  return files
    .map((file) => {
      const executed = executedIn(file)
      return {
        file,
        sharedModules: countShared(modulesOf(executed, question.objects), featureModules),
        sharedObjects: countShared(executed, feature),
        tie: createHash('sha256').update(`${question.tieSeed}\n${file.path}`).digest('hex'),
      }
    })
    .toSorted(
      (a, b) =>
        b.sharedModules - a.sharedModules || b.sharedObjects - a.sharedObjects || compareText(a.tie, b.tie),
    )
    .map(({ file, sharedModules }) => ({
      path: file.path,
      shared_modules: sharedModules,
      stable_passes: stablePasses(file).length,
    }))
}

function modulesOf(indexes: ReadonlySet<number>, objects: readonly ObservedObject[]): Set<string> {
  return new Set([...indexes].flatMap((index) => objects[index]?.path ?? []))
}

function countShared<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number {
  return [...one].filter((item) => other.has(item)).length
}

function needs(question: P2pQuestion, file: TestFileObservation): Needs {
  return question.needs.get(file.path) ?? new Set()
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
