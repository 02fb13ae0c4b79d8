import { createHash } from 'node:crypto'
import type { TestFileObservation } from '@quarry/core'
import { executedIn } from '../needs.ts'
import { callGraph, reachable } from '../reach.ts'
import { stablePasses } from '../stable-passes.ts'
import type { Suite } from '../suite.ts'
import { type NumberSet, numberSet } from './number-set.ts'
import type { ChoiceProblem, F2pFile, RegressionFile, SizeLimits } from './problem.ts'

export interface ChoiceQuestion {
  readonly suite: Suite
  /** Indexes of the top-level objects. */
  readonly topLevel: readonly number[]
  /** Whether an object stays whatever is chosen; with every object that does, the classes around it do. */
  readonly stays: (index: number) => boolean
  /** P2P files asked for. */
  readonly wanted: number
  /** Orders files that are equally good; make it of the seed and the candidate. */
  readonly tieSeed: string
  readonly limits: SizeLimits
}

/** Numbers what a candidate's cut may reach at all, and puts everything else in terms of it. */
export function poseProblem({
  suite,
  topLevel,
  stays,
  wanted,
  tieSeed,
  limits,
}: ChoiceQuestion): ChoiceProblem {
  const { f2pFiles, otherFiles, enclosing } = suite
  const ran = new Set(f2pFiles.flatMap((file) => [...executedIn(file)]))
  const calls = callGraph(f2pFiles)
  const indexes = reachable(topLevel, { calls, enclosing, ran, stays })
  const numbers = numbering(indexes)
  const setOf = (some: Iterable<number>) => numberSet(indexes.length, numbers.all(some))
  const setWhere = (holds: (index: number) => boolean) => setOf(indexes.filter((index) => holds(index)))
  const objects = indexes.map((index) => objectAt(suite, index))
  const modules = numbering([...new Set(objects.map(({ path }) => path))])
  const classAround = indexes.map((index) => numbers.one(enclosing.get(index)))
  const members = Map.groupBy(numbers.all(ran), (number) => classAround[number])
  return {
    indexes,
    callees: indexes.map((index) => numbers.all(calls(index))),
    classAround: Int32Array.from(classAround),
    membersRun: [...indexes.keys()].map((number) => members.get(number) ?? []),
    isClass: objects.map(({ kind }) => kind === 'class'),
    lines: Int32Array.from(objects, ({ line, end_line }) => end_line - line + 1),
    moduleOf: Int32Array.from(objects, ({ path }) => modules.one(path)),
    modules: modules.items,
    topLevel: numbers.all(topLevel),
    fixed: setWhere(stays),
    shells: setOf([]),
    f2pFiles: f2pFiles.map((file) => f2pFile(file, setOf)),
    f2pPoints: f2pFiles.reduce((sum, file) => sum + stablePasses(file).length, 0),
    files: inSeededOrder(otherFiles, tieSeed).map(({ path }): RegressionFile => ({
      path,
      needs: setWhere((index) => suite.needsWithImports.get(path)?.has(index) === true),
      passes: modules.items.map((module) => suite.passesByModule.get(path)?.get(module) ?? 0),
    })),
    wanted: Math.min(wanted, otherFiles.length),
    limits,
  }
}

interface Numbering<T> {
  readonly items: readonly T[]
  /** -1 when it has none. */
  one(item: T | undefined): number
  /** Of those that have one. */
  all(items: Iterable<T>): number[]
}

function numbering<T>(items: readonly T[]): Numbering<T> {
  const numbers = new Map<T | undefined, number>(items.map((item, number) => [item, number]))
  return {
    items,
    one: (item) => numbers.get(item) ?? -1,
    all: (some) => [...some].flatMap((item) => numbers.get(item) ?? []),
  }
}

function objectAt({ objects }: Suite, index: number) {
  const object = objects[index]
  if (object === undefined) throw new RangeError(`no object ${index}`)
  return object
}

function f2pFile(file: TestFileObservation, setOf: (indexes: Iterable<number>) => NumberSet): F2pFile {
  const groups = new Map<string, { runs: NumberSet; count: number }>()
  for (const { executed } of stablePasses(file)) {
    const runs = setOf(executed)
    const key = runs.join()
    const group = groups.get(key) ?? { runs, count: 0 }
    group.count += 1
    groups.set(key, group)
  }
  return { imported: setOf(file.imported), points: [...groups.values()] }
}

/** A path must not decide among equals. */
function inSeededOrder(files: readonly TestFileObservation[], seed: string): readonly TestFileObservation[] {
  const tie = ({ path }: TestFileObservation) => createHash('sha256').update(`${seed}\n${path}`).digest('hex')
  return files
    .map((file) => ({ file, tie: tie(file) }))
    .toSorted((a, b) => (a.tie < b.tie ? -1 : 1))
    .map(({ file }) => file)
}
