import type { TestFileObservation } from '@quarry/core'
import { DirectedGraph } from 'graphology'
import { executedIn } from './needs.ts'

/** An object that the top-level objects lead to. */
export interface Reached {
  readonly index: number
  /** Calls from the nearest top-level object; 0 for a top-level object. */
  readonly depth: number
}

/**
 * The call graph of the files: who called whom while their tests ran, and every class that may go tied both ways to
 * those of its methods that ran. A class that stays ties nothing together: else one method of a central class would
 * lead to all the others.
 *
 * @param enclosing the class around an object, by index
 * @param stays whether an object stays whatever is reached
 */
export function callGraph(
  files: readonly TestFileObservation[],
  enclosing: ReadonlyMap<number, number>,
  stays: (index: number) => boolean,
): DirectedGraph {
  const graph = new DirectedGraph()
  const connect = (from: number, to: number) => {
    graph.mergeEdge(String(from), String(to))
  }
  for (const file of files) {
    for (const [caller, callee] of file.calls) connect(caller, callee)
    for (const index of executedIn(file)) {
      const outer = enclosing.get(index)
      if (outer === undefined || stays(outer)) continue
      connect(outer, index)
      connect(index, outer)
    }
  }
  return graph
}

/** Breadth-first from the top-level objects; within one distance in the order of the source. */
export function reachFrom(graph: DirectedGraph, topLevel: readonly number[]): Reached[] {
  const depths = new Map<number, number>(ascending(topLevel).map((index) => [index, 0]))
  let frontier = [...depths.keys()]
  for (let depth = 1; frontier.length > 0; depth += 1) {
    const next = new Set(
      frontier.flatMap((index) => calledBy(graph, index)).filter((index) => !depths.has(index)),
    )
    frontier = ascending(next)
    for (const index of frontier) depths.set(index, depth)
  }
  return [...depths].map(([index, depth]) => ({ index, depth }))
}

function calledBy(graph: DirectedGraph, index: number): number[] {
  return graph.hasNode(String(index)) ? graph.outNeighbors(String(index)).map(Number) : []
}

function ascending(indexes: Iterable<number>): number[] {
  return [...indexes].toSorted((a, b) => a - b)
}
