import type { ExtractedObject } from '@quarry/core'
import type { Definition } from '@quarry/syntax'
import type { SourceIndex } from './source-index.ts'

/** Lines of what is taken out, by path; those of nested definitions once. Of a hollow class only its methods count. */
export function carvedLines(
  index: SourceIndex,
  extracted: readonly ExtractedObject[],
): ReadonlyMap<string, number> {
  const definitions = extracted.flatMap(({ id, mode }) => {
    const definition = index.definitions.get(id)
    const goes = definition !== undefined && !(definition.kind === 'class' && mode === 'hollow')
    return goes ? [definition] : []
  })
  const byPath = Map.groupBy(definitions, ({ path }) => path)
  return new Map([...byPath].map(([path, some]) => [path, covered(some)]))
}

/** All of them together. */
export function countCarvedLines(index: SourceIndex, extracted: readonly ExtractedObject[]): number {
  return [...carvedLines(index, extracted).values()].reduce((sum, lines) => sum + lines, 0)
}

function covered(definitions: readonly Definition[]): number {
  let lines = 0
  let end = 0
  for (const { line, endLine } of definitions.toSorted((a, b) => a.line - b.line)) {
    lines += Math.max(0, endLine - Math.max(end, line - 1))
    end = Math.max(end, endLine)
  }
  return lines
}
