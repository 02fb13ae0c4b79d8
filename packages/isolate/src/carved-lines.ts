import type { Definition } from '@quarry/syntax'
import type { Removal } from './plan-removal.ts'
import type { SourceIndex } from './source-index.ts'

/** Lines of what is taken out, by path; those of nested definitions once. Of a hollow class only its methods count. */
export function carvedLines(index: SourceIndex, removal: Removal): ReadonlyMap<string, number> {
  const definitions = removal.extracted.flatMap(({ id, mode }) => {
    const definition = index.definitions.get(id)
    const goes = definition !== undefined && !(definition.kind === 'class' && mode === 'hollow')
    return goes ? [definition] : []
  })
  const byPath = Map.groupBy(definitions, ({ path }) => path)
  return new Map([...byPath].map(([path, some]) => [path, covered(some)]))
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
