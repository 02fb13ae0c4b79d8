import type { ExtractedObject } from '@quarry/core'
import type { Definition, PythonModule, Span } from '@quarry/syntax'
import { definitionOf, moduleOf, type Modules } from './definitions.ts'

/** Text of one removed function or method, without header and docstring. */
export interface RemovedBody {
  readonly module: PythonModule
  readonly spans: readonly Span[]
}

/** The bodies that the cut takes away. A class counts by its methods: what else it holds is its interface. */
export function removedBodies(removed: readonly ExtractedObject[], modules: Modules): RemovedBody[] {
  return removed
    .map((object) => definitionOf(object.id, modules))
    .filter((definition) => definition.kind !== 'class')
    .map((definition) => ({
      module: moduleOf(definition.path, modules),
      spans: withoutDocstring(definition),
    }))
}

function withoutDocstring({ body, docstring }: Definition): Span[] {
  if (docstring === null) return [body]
  return [
    { start: body.start, end: docstring.start },
    { start: docstring.end, end: body.end },
  ]
}

/** Shorter lines (`return None`, `else:`) stand everywhere and give nothing away. */
const shortestTellingLine = 25

/**
 * Lines of removed bodies that a statement shows, stripped; there must be none. What it may show is said elsewhere
 * too: as part of a header, docstring or class body of the same modules, or in `allowed`.
 */
export function shownBodyLines(
  statement: string,
  bodies: readonly RemovedBody[],
  allowed: readonly string[],
): string[] {
  const modules = new Set(bodies.map((body) => body.module))
  const outside = [...[...modules].flatMap(interfaceParts), ...allowed].join('\n')
  const lines = bodies.flatMap(({ module, spans }) =>
    spans.flatMap(({ start, end }) => module.source.text.slice(start, end).split('\n')),
  )
  const telling = lines.map((line) => line.trim()).filter((line) => line.length >= shortestTellingLine)
  const shown = telling.filter((line) => statement.includes(line) && !outside.includes(line))
  return [...new Set(shown)].toSorted()
}

/** Decorators, headers and docstrings, and of classes everything that is no method. */
function interfaceParts({ definitions, source }: PythonModule): string[] {
  const { text } = source
  return definitions.flatMap((definition) => {
    const { span, body, docstring, kind, id } = definition
    const head = text.slice(span.start, body.start)
    if (kind !== 'class') return [head, docstring === null ? '' : text.slice(docstring.start, docstring.end)]
    const members = definitions.filter((member) => member.parent === id)
    const gaps = members.map((member, index) =>
      text.slice(members[index - 1]?.span.end ?? body.start, member.span.start),
    )
    return [head, ...gaps, text.slice(members.at(-1)?.span.end ?? body.start, body.end)]
  })
}
