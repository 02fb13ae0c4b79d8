import type { ExtractedObject } from '@quarry/core'
import type { Definition } from '@quarry/syntax'
import type { SourceIndex } from './source-index.ts'

/** Lines that are taken out, by path; those of nested definitions once. */
export function carvedLines(
  index: SourceIndex,
  extracted: readonly ExtractedObject[],
): ReadonlyMap<string, number> {
  const ranges = extracted.flatMap((object) => rangeOf(index, object))
  const byPath = Map.groupBy(ranges, ({ path }) => path)
  return new Map([...byPath].map(([path, some]) => [path, covered(some)]))
}

/** All of them together. */
export function countCarvedLines(index: SourceIndex, extracted: readonly ExtractedObject[]): number {
  return [...carvedLines(index, extracted).values()].reduce((sum, lines) => sum + lines, 0)
}

interface LineRange {
  readonly path: string
  readonly first: number
  readonly last: number
}

/** A hollow function keeps its head; of a hollow class only the methods go, which are listed beside it. */
function rangeOf(index: SourceIndex, { id, mode }: ExtractedObject): LineRange[] {
  const definition = index.definitions.get(id)
  if (definition === undefined) return []
  const { path, kind, line, endLine, oneLine } = definition
  if (mode === 'delete') return [{ path, first: line, last: endLine }]
  if (kind === 'class') return []
  const header = lastLineOfHeader(index, definition)
  return [{ path, first: oneLine ? header : header + 1, last: endLine }]
}

function lastLineOfHeader({ modules }: SourceIndex, { path, header, keywordLine }: Definition): number {
  const text = modules.get(path)?.source.text.slice(header.start, header.end) ?? ''
  return keywordLine + (text.match(/\r\n?|\n/gu)?.length ?? 0)
}

function covered(ranges: readonly LineRange[]): number {
  let lines = 0
  let end = 0
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    lines += Math.max(0, last - Math.max(end, first - 1))
    end = Math.max(end, last)
  }
  return lines
}
