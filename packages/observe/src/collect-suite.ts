import { matchesGlob } from 'node:path'
import type { Testbed } from '@quarry/core'
import { type Collection, collectTests, type PytestSettings, type WarmUp } from '@quarry/testrun'
import { type ComparedFile, compareCollections } from './compare-collections.ts'
import { isPython } from './paths.ts'
import { holdsTestPoints } from './test-code.ts'

export interface CollectedFile extends ComparedFile {
  /** The tail of what pytest said when it could not collect the file. */
  readonly error: string | null
}

export interface CollectedSuite {
  /** By path, sorted. */
  readonly files: ReadonlyMap<string, CollectedFile>
  readonly shadowed: readonly string[]
  /** What collecting imported each time. */
  readonly warmUp: WarmUp
  /** What went wrong outside any test file: a conftest or a plugin that can't be imported. */
  readonly errors: readonly string[]
}

export interface CollectOptions {
  /** Every path of the tree. */
  readonly paths: readonly string[]
  readonly testFiles: readonly string[] | null
  readonly packageRoots: readonly string[]
  /** Two seeds. */
  readonly seeds: readonly number[]
}

/** Collects the whole suite once under each seed, and again alone what failed in company. */
export async function collectSuite(
  testbed: Testbed,
  pytest: PytestSettings,
  options: CollectOptions,
  signal: AbortSignal,
): Promise<CollectedSuite> {
  const { testFiles, seeds } = options
  const chosen =
    testFiles && options.paths.filter((path) => testFiles.some((glob) => matchesGlob(path, glob)))
  if (chosen?.length === 0)
    return {
      files: new Map(),
      shadowed: [],
      warmUp: { modules: [], sources: [] },
      errors: [`no file matches ${testFiles?.join(', ')}`],
    }
  const collect = (files: readonly string[] | null): Promise<Collection[]> =>
    Promise.all(seeds.map((hashSeed) => collectTests(testbed, pytest, { files, hashSeed }, signal)))

  const together = await collect(chosen)
  // Test modules of one name in different directories can't be imported by one process, but each by its own.
  const failed = [...new Set(together.flatMap(({ errors }) => errors.map((error) => error.path)))]
  const alone = await Promise.all(
    failed.filter(isPython).map(async (path) => [path, await collect([path])] as const),
  )
  const retried = new Map(alone)

  const paths = new Set(
    together.flatMap(({ points, errors }) => [...points, ...errors].map((each) => each.path)),
  )
  const files = [...paths].filter((path) => holdsTestPoints(path, options.packageRoots)).toSorted()
  return {
    files: new Map(files.map((path) => [path, collectedFile(path, retried.get(path) ?? together, testbed)])),
    shadowed: [...new Set(together.flatMap((collection) => collection.shadowed))],
    warmUp: importedEachTime(together),
    errors: together.flatMap(({ errors }) =>
      errors.flatMap((error) => (isPython(error.path) ? [] : [error.message])),
    ),
  }
}

function importedEachTime([first, ...others]: readonly Collection[]): WarmUp {
  const inAll = (part: keyof WarmUp): string[] => {
    const rest = others.map(({ warmUp }) => new Set(warmUp[part]))
    return first?.warmUp[part].filter((name) => rest.every((names) => names.has(name))) ?? []
  }
  return { modules: inAll('modules'), sources: inAll('sources') }
}

function collectedFile(path: string, collections: readonly Collection[], { paths }: Testbed): CollectedFile {
  const [first = [], second = []] = collections.map(({ points }) =>
    points.filter((point) => point.path === path),
  )
  const error = collections.flatMap(({ errors }) => errors).find((each) => each.path === path)
  const message = error?.message.replaceAll(`${paths.testbed}/`, '') ?? null
  return { ...compareCollections(first, second), error: message }
}
