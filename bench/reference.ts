import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Places } from './traced-run.ts'

const Row = z.tuple([z.string(), z.number(), z.string()]).transform((row) => row.join(':'))
const Point = z.object({
  nodes: z.array(Row),
  edges: z.array(z.tuple([Row, Row]).transform((ends) => ends.join(' -> '))),
})
const Written = z.object({ points: z.record(z.string(), Point), suspending: z.array(Row) })

export interface Reference {
  readonly points: Places
  /** Generators and coroutines. */
  readonly suspending: ReadonlySet<string>
}

/** What bench/reference_tracer.py wrote. */
export async function readReference(file: string): Promise<Reference> {
  const { points, suspending } = Written.parse(JSON.parse(await readFile(file, 'utf8')))
  const places = Object.entries(points).map(
    ([id, { nodes, edges }]) => [id, { nodes: new Set(nodes), edges: new Set(edges) }] as const,
  )
  return { points: new Map(places), suspending: new Set(suspending) }
}

export interface Agreement {
  readonly recall: number
  readonly precision: number
  /** Facts that only the reference has, of generators: only created, or resumed by another than who started them. */
  readonly generators: number
  /** Facts that only the other has, of fixtures of a wider scope. */
  readonly fixtures: number
  /** All other facts that only one of them has. */
  readonly unexplained: readonly string[]
}

/** Over the facts of all test points, counted anew in each. */
export function agreement(reference: Reference, traced: Places, kind: 'nodes' | 'edges'): Agreement {
  const shared = traced.get('between')?.[kind] ?? new Set<string>()
  const isGenerator = (fact: string): boolean => reference.suspending.has(fact.split(' -> ').at(-1) ?? '')
  const unexplained: string[] = []
  let [both, wanted, found, generators, fixtures] = [0, 0, 0, 0, 0]
  for (const [name, place] of reference.points) {
    const there = traced.get(name)?.[kind] ?? new Set<string>()
    const missing = [...place[kind].difference(there)]
    const more = [...there.difference(place[kind])]
    wanted += place[kind].size
    found += there.size
    both += place[kind].size - missing.length
    generators += missing.filter(isGenerator).length
    fixtures += more.filter((fact) => shared.has(fact)).length
    unexplained.push(...missing.filter((fact) => !isGenerator(fact)).map((fact) => `${name}: - ${fact}`))
    unexplained.push(...more.filter((fact) => !shared.has(fact)).map((fact) => `${name}: + ${fact}`))
  }
  return { recall: both / wanted, precision: both / found, generators, fixtures, unexplained }
}
