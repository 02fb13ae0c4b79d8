import { readFile } from 'node:fs/promises'
import { type ProbeRecord, parseRecords, recordsOf } from '@quarry/testrun'

/** What ran in one place, in words that do not depend on numbers. */
export interface Place {
  readonly nodes: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
}

/** By node id of the test point; elsewhere `import MODULE`, or `between`. */
export type Places = ReadonlyMap<string, Place>

/** What the probe told. With `codesOnly` classes are left out, and what is said of them. */
export async function tracedPlaces(file: string, codesOnly = false): Promise<Places> {
  const records = parseRecords(await readFile(file))
  const codes = recordsOf(records, 'codes').flatMap(({ rows }) => rows)
  const edges = recordsOf(records, 'edges').flatMap(({ rows }) => rows)
  const words = codes.map((row) => row.slice(0, codesOnly ? 3 : 4).join(':'))
  const isTold = (code: number): boolean => !codesOnly || codes[code]?.[3] === 'code'
  const inWords = (numbers: readonly number[]): string => numbers.map((code) => words[code]).join(' -> ')
  const places = new Map<string, { nodes: Set<string>; edges: Set<string> }>()
  for (const record of records) {
    if (record.record !== 'trace' && record.record !== 'imported' && record.record !== 'between') continue
    const name = placeName(record, words)
    const place = places.get(name) ?? { nodes: new Set(), edges: new Set() }
    places.set(name, place)
    for (const code of record.executed.filter(isTold)) place.nodes.add(inWords([code]))
    for (const edge of record.calls.flatMap((number) => (edges[number] ? [edges[number]] : []))) {
      if (edge.every(isTold)) place.edges.add(inWords(edge))
    }
  }
  return places
}

function placeName(record: ProbeRecord, words: readonly string[]): string {
  if (record.record === 'trace') return record.id
  if (record.record === 'imported') return `import ${record.module === null ? '' : words[record.module]}`
  return record.record
}

/** Facts that only one of the two has. */
export function differences(one: Places, other: Places): string[] {
  const nothing: Place = { nodes: new Set(), edges: new Set() }
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [here, there] = [one.get(name) ?? nothing, other.get(name) ?? nothing]
    const facts = [
      ...here.nodes.symmetricDifference(there.nodes),
      ...here.edges.symmetricDifference(there.edges),
    ]
    return facts.map((fact) => `${name}: ${fact}`)
  })
}
