import type { SeparateTestFile, UnpackedObservation } from '@quarry/core'
import { type PythonModule, resolveImport, resolveSubmodule } from '@quarry/syntax'
import { guessCalls } from './guessed-calls.ts'

export interface MadeUpSuite extends Omit<UnpackedObservation, 'test_files'> {
  readonly test_files: readonly SeparateTestFile[]
}

/** How far calls are followed from a test. */
const furthest = 6

/** What running the tests of a package might have shown: every test passes, and calls what its names may mean. */
export function madeUpSuite(
  modules: ReadonlyMap<string, PythonModule>,
  inSuite: (path: string) => boolean,
  importRoots: readonly string[],
): MadeUpSuite {
  const calls = guessCalls(modules, importRoots)
  const imported = importedBy(modules, importRoots)
  const objects = objectsOf([...modules.values()].filter(({ path }) => !isTestCode(path)))
  const numbers = new Map(objects.map(({ id }, number) => [id, number]))
  const named = (from: string) =>
    ascending([...(calls.get(from) ?? [])].flatMap((callee) => numbers.get(callee) ?? []))
  const callees = objects.map(({ id }) => named(id))
  const edges = callees.flatMap((all, caller) => all.map((callee) => [caller, callee] as const))
  const edgesFrom = Map.groupBy(edges.keys(), (edge) => edges[edge]?.[0] ?? -1)
  const run = (from: string) => {
    const executed = reach(named(from), callees)
    return { executed, calls: executed.flatMap((caller) => edgesFrom.get(caller) ?? []) }
  }

  function testFile({ path, definitions }: PythonModule): SeparateTestFile {
    const tests = definitions.filter(({ name }) => name.startsWith('test'))
    const loaded = loadedBy(path, imported).filter((other) => !isTestCode(other))
    return {
      path,
      status: 'collected',
      message: null,
      points: tests.map(({ id, qualname }) => ({
        id: `${path}::${qualname.replaceAll('.', '::')}`,
        digest: null,
        outcomes: ['passed', 'passed'],
        stable: true,
        reasons: [],
        ...run(id),
      })),
      imports: [{ module: null, executed: ascending(loaded.flatMap(named)), calls: [] }],
      between: [],
      between_calls: [],
      loaded,
      called_from_file: ascending(tests.flatMap(({ id }) => named(id))),
      called_from_helpers: [],
      incomplete: [],
    }
  }

  const files = [...modules.values()].filter(({ path }) => isTestFile(path) && inSuite(path))
  const testCode = [...modules.keys()].filter(isTestCode).toSorted()
  return { objects, edges, test_code: testCode, test_files: files.map(testFile) }
}

function isTestFile(path: string): boolean {
  return /(?:^|\/)test_[^/]*\.py$/.test(path)
}

function isTestCode(path: string): boolean {
  return isTestFile(path) || /(?:^|\/)(?:tests?\/|conftest\.py$)/.test(path)
}

function objectsOf(modules: readonly PythonModule[]): MadeUpSuite['objects'] {
  return modules.flatMap(({ definitions }) =>
    definitions
      .toSorted((a, b) => a.line - b.line)
      .map(({ id, path, qualname, line, endLine, kind }) => ({
        id,
        path,
        qualname,
        line,
        end_line: endLine,
        kind,
      })),
  )
}

function ascending(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

/** What is called within so many steps, ascending. */
function reach(seeds: readonly number[], callees: readonly (readonly number[])[]): readonly number[] {
  const found = new Set(seeds)
  let last = [...found]
  for (let depth = 1; depth < furthest && last.length > 0; depth += 1) {
    const next = new Set(
      last.flatMap((number) => callees[number] ?? []).filter((number) => !found.has(number)),
    )
    for (const number of next) found.add(number)
    last = [...next]
  }
  return ascending([...found])
}

/** Modules that each module imports at module level, by path. */
function importedBy(
  modules: ReadonlyMap<string, PythonModule>,
  importRoots: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const has = (other: string) => modules.has(other)
  return new Map(
    [...modules.values()].map(({ path, imports }) => {
      const targets = imports
        .filter(({ within }) => within === null)
        .flatMap((binding) => [
          resolveSubmodule(path, binding, importRoots, has) ?? [],
          resolveImport(path, binding, importRoots, has) ?? [],
        ])
      return [path, [...new Set(targets.flat())]]
    }),
  )
}

/** Everything that is loaded with a module. */
function loadedBy(path: string, imported: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const loaded = new Set([path])
  for (const at of loaded) for (const other of imported.get(at) ?? []) loaded.add(other)
  return [...loaded].toSorted()
}
