import type { Environment, Sandbox, Testbed, TreeHash, TreeStore } from '@quarry/core'
import {
  collectTests,
  type Collection,
  type FileRun,
  openTestbed,
  type PytestSettings,
  pytestSettings,
  runTestFile,
} from '@quarry/testrun'
import { lockOf, installedArguments, questionOfInstalled, readInstalled } from '../build/installed.ts'
import type { PytestConfiguration } from '../pytest/configuration.ts'
import { pytestOptions } from '../pytest/pytest-options.ts'
import type { EnvironmentSettings } from '../settings.ts'
import { asyncTestNames, functionOfPoint } from './async-tests.ts'
import { chosenFiles } from './chosen-files.ts'

/** What a sealed environment showed when the suite was collected and a few files were run. */
export interface Proof {
  readonly lock: Environment['lock']
  readonly pytest: Environment['pytest']
  readonly collection: Collection
  readonly runs: readonly FileRun[]
  /** False where async tests were run and none of them passed. */
  readonly asyncWorks: boolean
}

/** What a testbed needs to know of an environment that is not an artifact yet. */
export interface Prospect {
  readonly tag: string
  readonly tree: TreeHash
  readonly overlay: TreeHash | null
  readonly site: TreeHash | null
  readonly importRoots: readonly string[]
  readonly configuration: PytestConfiguration
}

/** Files that a proof runs: a few are enough to show that tests pass. */
const sampleSize = 3
/** Files it goes on to while nothing has passed. */
const mostFiles = 8

/** Collects the suite, or the part of it that is used, in the sealed environment and runs some of its files. */
export async function prove(
  sandbox: Sandbox,
  trees: TreeStore,
  prospect: Prospect,
  settings: EnvironmentSettings,
  signal: AbortSignal,
): Promise<Proof> {
  const { network, variables, hashSeed } = settings
  const testbed = await openTestbed(sandbox, prospect, prospect.tree, { network }, signal)
  try {
    const lock = await readLock(testbed, signal)
    const options = pytestOptions(prospect.configuration, lock)
    const shown = { pytest: options, variables: { ...variables }, import_roots: [...prospect.importRoots] }
    const pytest = pytestSettings(shown, settings)
    const files = await chosenFiles(trees, prospect.tree, settings.testFiles)
    const collection = await collectTests(testbed, pytest, { files, hashSeed }, signal)
    const asynchronous = await asyncTestFiles(trees, prospect.tree, collection)
    const runs = await runSample(testbed, pytest, collection, asynchronous, hashSeed, signal)
    return { lock, pytest: options, collection, runs, asyncWorks: asyncWorks(runs, asynchronous) }
  } finally {
    await testbed.close()
  }
}

async function readLock(testbed: Testbed, signal: AbortSignal): Promise<Environment['lock']> {
  const argv = [testbed.python, ...installedArguments]
  const answer = await testbed.run({ argv, stdin: new TextEncoder().encode(questionOfInstalled) }, signal)
  return lockOf(readInstalled(new TextDecoder().decode(answer.stdout)))
}

/** Async test functions by file. */
async function asyncTestFiles(trees: TreeStore, tree: TreeHash, collection: Collection) {
  const paths = [...new Set(collection.points.map((point) => point.path))]
  const found = new Map<string, ReadonlySet<string>>()
  for (const path of paths) {
    const bytes = await trees.readFile(tree, path)
    const names = asyncTestNames(bytes === null ? '' : new TextDecoder().decode(bytes))
    const collected = collection.points.some(
      (point) => point.path === path && names.has(functionOfPoint(point.id)),
    )
    if (collected) found.set(path, names)
  }
  return found
}

/**
 * Runs files until some tests have passed and enough files were tried: those with async tests first, then files of
 * middling size, since the largest may take minutes and the smallest test little.
 */
async function runSample(
  testbed: Testbed,
  pytest: PytestSettings,
  collection: Collection,
  asynchronous: ReadonlyMap<string, ReadonlySet<string>>,
  hashSeed: number,
  signal: AbortSignal,
): Promise<FileRun[]> {
  const counts = Map.groupBy(collection.points, (point) => point.path)
  const ordered = middlingFirst([...counts].map(([path, points]) => ({ path, size: points.length })))
  const first = ordered.filter((path) => asynchronous.has(path)).slice(0, sampleSize)
  const runs: FileRun[] = []
  for (const file of [...new Set([...first, ...ordered])].slice(0, mostFiles)) {
    const enough = runs.length >= Math.max(sampleSize, first.length)
    if (enough && runs.some((run) => passedIn(run) > 0)) break
    runs.push(await runTestFile(testbed, pytest, { file, hashSeed }, signal))
  }
  return runs
}

/** Paths by their distance from the median size. */
export function middlingFirst(files: readonly { readonly path: string; readonly size: number }[]): string[] {
  const sizes = files.map(({ size }) => size).toSorted((a, b) => a - b)
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0
  const distance = ({ size }: { readonly size: number }) => Math.abs(size - median)
  return files
    .toSorted((a, b) => distance(a) - distance(b) || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path)
}

function asyncWorks(
  runs: readonly FileRun[],
  asynchronous: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const outcomes = runs.flatMap((run) =>
    [...run.outcomes].filter(([id]) => asynchronous.get(run.path)?.has(functionOfPoint(id))),
  )
  return outcomes.length === 0 || outcomes.some(([, outcome]) => outcome === 'passed')
}

export function passedIn(run: FileRun): number {
  return [...run.outcomes.values()].filter((outcome) => outcome === 'passed').length
}
