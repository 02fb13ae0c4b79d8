import type { Indexes } from '@quarry/core'
import type { FileTrace, TracedPlace } from '@quarry/testrun'
import type { EdgeKeys } from './edge-keys.ts'
import type { SourceObjects } from './source-objects.ts'

/** What ran in one place, in terms of objects: sorted indexes, and sorted keys of the calls among them. */
export interface JoinedPlace {
  readonly executed: Indexes
  readonly calls: Indexes
}

/** A trace in terms of objects. */
export interface JoinedTrace {
  /** By node id. */
  readonly points: ReadonlyMap<string, JoinedPlace>
  /** By the source module that was being imported; null: by test code, or by none. Sorted, null first. */
  readonly imports: readonly (JoinedPlace & { readonly module: string | null })[]
  readonly between: JoinedPlace
  /** Source files whose body ran, sorted. */
  readonly loaded: readonly string[]
  readonly calledFromFile: Indexes
  readonly calledFromHelpers: Indexes
}

export function joinTrace(
  trace: FileTrace,
  source: SourceObjects,
  testCode: ReadonlySet<string>,
  keys: EdgeKeys,
): JoinedTrace {
  const ran = trace.codes.map((code) => source.ran(code))
  const owners = trace.codes.map((code) => source.owners(code))
  // Calls between two objects; a nested function's calls are those of the object it is part of.
  const keysOfEdge = trace.edges.map(([caller, callee]) =>
    (owners[caller] ?? []).flatMap((from) =>
      (ran[callee] ?? []).flatMap((to) => (to === from ? [] : [keys.keyOf(from, to)])),
    ),
  )
  const executed = remembering((codes) =>
    withClasses(
      codes.flatMap((code) => ran[code] ?? []),
      source,
    ),
  )
  const calls = remembering((edges) => sortedSet(edges.flatMap((edge) => keysOfEdge[edge] ?? [])))
  const place = (traced: TracedPlace): JoinedPlace => ({
    executed: executed(traced.executed),
    calls: calls(traced.calls),
  })
  const calledFrom = (isCaller: (path: string) => boolean): number[] =>
    sortedSet(
      trace.edges.flatMap(([caller, callee]) =>
        isCaller(trace.codes[caller]?.path ?? '') ? (ran[callee] ?? []) : [],
      ),
    )
  const nothing: TracedPlace = { executed: [], calls: [] }
  return {
    points: new Map(
      [...trace.executed].map(([id, codes]) => [
        id,
        place({ executed: codes, calls: trace.calls.get(id) ?? nothing.calls }),
      ]),
    ),
    imports: joinImports(trace, testCode)
      .map(({ module, ...traced }) => ({ module, ...place(traced) }))
      .filter((joined) => joined.executed.length + joined.calls.length > 0),
    between: place(trace.between),
    loaded: loadedModules(trace, testCode),
    calledFromFile: calledFrom((path) => path === trace.path),
    calledFromHelpers: calledFrom((path) => path !== trace.path && testCode.has(path)),
  }
}

/** Imports by source module; those that test code made are one. */
function joinImports(
  { imports, codes }: FileTrace,
  testCode: ReadonlySet<string>,
): (TracedPlace & { readonly module: string | null })[] {
  const sourceOf = (module: number | null): string | null => {
    const path = module === null ? undefined : codes[module]?.path
    return path === undefined || testCode.has(path) ? null : path
  }
  const groups = Map.groupBy(imports, ({ module }) => sourceOf(module))
  return [...groups]
    .toSorted(([one], [other]) => (one === null ? -1 : other === null ? 1 : one < other ? -1 : 1))
    .map(([module, places]) => ({
      module,
      executed: sortedSet(places.flatMap((place) => place.executed)),
      calls: sortedSet(places.flatMap((place) => place.calls)),
    }))
}

function loadedModules({ imports, codes }: FileTrace, testCode: ReadonlySet<string>): string[] {
  const bodies = imports
    .flatMap((place) => place.executed)
    .flatMap((index) => codes[index] ?? [])
    .filter((code) => code.name === '<module>' && !testCode.has(code.path))
  return [...new Set(bodies.map((code) => code.path))].toSorted()
}

/** A method that runs executes its class too. */
function withClasses(objects: readonly number[], source: SourceObjects): number[] {
  const distinct = [...new Set(objects)]
  return sortedSet([...distinct, ...distinct.flatMap((object) => source.classOf(object) ?? [])])
}

/** Parametrised points run the same in their hundreds: one array for all of them. */
function remembering(
  compute: (numbers: readonly number[]) => Indexes,
): (numbers: readonly number[]) => Indexes {
  const known = new Map<string, Indexes>()
  return (numbers) => {
    const text = numbers.join(' ')
    const found = known.get(text) ?? compute(numbers)
    known.set(text, found)
    return found
  }
}

function sortedSet(numbers: Iterable<number>): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}
