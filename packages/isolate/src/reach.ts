import type { TestFileObservation } from '@quarry/core'
import { DirectedGraph } from 'graphology'

/** Whom an object was seen to call while the tests ran, by index. */
export type Calls = (index: number) => readonly number[]

/** The call graph of the files, joined. */
export function callGraph(files: readonly TestFileObservation[]): Calls {
  const graph = new DirectedGraph()
  for (const file of files)
    for (const [caller, callee] of file.calls) graph.mergeEdge(String(caller), String(callee))
  return (index) => (graph.hasNode(String(index)) ? graph.outNeighbors(String(index)).map(Number) : [])
}

/**
 * Every object that the top-level objects may lead to: by calls, and between a class and those of its members that ran,
 * unless the class stays in any case. Sorted indexes.
 */
export function reachable(
  topLevel: readonly number[],
  { calls, enclosing, ran, stays }: Surroundings,
): number[] {
  const members = Map.groupBy(ran, (index) => enclosing.get(index))
  const all = new Set(topLevel.filter((index) => !stays(index)))
  // A set hands out what is added while it is walked.
  for (const index of all) {
    for (const callee of calls(index)) all.add(callee)
    const outer = enclosing.get(index)
    if (outer !== undefined && !stays(outer)) all.add(outer)
    if (!stays(index)) for (const member of members.get(index) ?? []) all.add(member)
  }
  return [...all].toSorted((a, b) => a - b)
}

export interface Surroundings {
  readonly calls: Calls
  /** The class around an object, by index. */
  readonly enclosing: ReadonlyMap<number, number>
  /** What the tests run. */
  readonly ran: ReadonlySet<number>
  /** Whether an object stays whatever is chosen. */
  readonly stays: (index: number) => boolean
}
