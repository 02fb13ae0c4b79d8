import type { Definition, PythonModule } from './model.ts'

/** The innermost definition whose span holds the offset, or null. */
export function enclosing(definitions: readonly Definition[], offset: number): Definition | null {
  return innermost(
    definitions,
    (definition) => definition.span.start,
    (definition) => {
      return definition.span.start <= offset && offset < definition.span.end
    },
    offset,
  )
}

/**
 * The definition that a code object belongs to, by its first line (from 1) and name. A definition that starts on this
 * line with this name or qualified name, else the innermost one whose lines hold it: nested functions, lambdas and
 * comprehensions fold into it. Null at module level.
 */
export function definitionAt(module: PythonModule, line: number, name?: string): Definition | null {
  const exact = module.definitions.find(
    (definition) => definition.line === line && (definition.name === name || definition.qualname === name),
  )
  if (exact !== undefined) return exact
  return innermost(
    module.definitions,
    (definition) => definition.line,
    (definition) => {
      return definition.line <= line && line <= definition.endLine
    },
    line,
  )
}

/** Definitions are in source order, so the last one that starts before and still holds the place is the innermost. */
function innermost(
  definitions: readonly Definition[],
  startOf: (definition: Definition) => number,
  holds: (definition: Definition) => boolean,
  place: number,
): Definition | null {
  let [low, high] = [0, definitions.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const definition = definitions[middle]
    if (definition !== undefined && startOf(definition) <= place) low = middle + 1
    else high = middle
  }
  for (let index = low - 1; index >= 0; index -= 1) {
    const definition = definitions[index]
    if (definition !== undefined && holds(definition)) return definition
    // Definitions at module level do not overlap: none before this one can hold the place either.
    if (definition?.parent === null) break
  }
  return null
}
