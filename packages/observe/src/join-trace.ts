import type { FileTrace } from '@quarry/testrun'
import type { SourceObjects } from './source-objects.ts'

/** A trace in terms of objects: indexes, sorted, without duplicates. */
export interface JoinedTrace {
  readonly executed: ReadonlyMap<string, number[]>
  readonly imported: number[]
  readonly between: number[]
  readonly calls: [number, number][]
  readonly calledFromFile: number[]
  readonly calledFromHelpers: number[]
}

export function joinTrace(
  trace: FileTrace,
  source: SourceObjects,
  testCode: ReadonlySet<string>,
): JoinedTrace {
  const ran = trace.codes.map((code) => source.ran(code))
  const owners = trace.codes.map((code) => source.owners(code))
  const executed = (indexes: readonly number[]): number[] =>
    withClasses(
      indexes.flatMap((index) => ran[index] ?? []),
      source,
    )
  const edges = [...trace.calls, ...trace.importedCalls]
  const calledFrom = (isCaller: (path: string) => boolean): number[] =>
    sortedSet(
      edges.flatMap(([caller, callee]) =>
        isCaller(trace.codes[caller]?.path ?? '') ? (ran[callee] ?? []) : [],
      ),
    )
  return {
    executed: new Map([...trace.executed].map(([id, indexes]) => [id, executed(indexes)])),
    imported: executed(trace.imported),
    between: executed(trace.between),
    calls: objectCalls(trace.calls, owners, ran),
    calledFromFile: calledFrom((path) => path === trace.path),
    calledFromHelpers: calledFrom((path) => path !== trace.path && testCode.has(path)),
  }
}

/** A method that runs executes its class too. */
function withClasses(objects: readonly number[], source: SourceObjects): number[] {
  const distinct = [...new Set(objects)]
  return sortedSet([...distinct, ...distinct.flatMap((object) => source.classOf(object) ?? [])])
}

/** Calls between two objects; a nested function's calls are those of the object it is part of. */
function objectCalls(
  calls: FileTrace['calls'],
  owners: readonly (readonly number[])[],
  ran: readonly (readonly number[])[],
): [number, number][] {
  const found = new Map<number, Set<number>>()
  for (const [caller, callee] of calls) {
    for (const from of owners[caller] ?? []) {
      const to = found.get(from) ?? new Set()
      found.set(from, to)
      for (const object of ran[callee] ?? []) if (object !== from) to.add(object)
    }
  }
  return sortedSet(found.keys()).flatMap((from) =>
    sortedSet(found.get(from) ?? []).map((to): [number, number] => [from, to]),
  )
}

function sortedSet(numbers: Iterable<number>): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}
