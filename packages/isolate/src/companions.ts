import type { Definition } from '@quarry/syntax'
import { decoratorNames } from './decorators.ts'
import { namesakes, type SourceIndex } from './source-index.ts'

/** A definition that goes with an extracted one. */
export interface Companion {
  readonly definition: Definition
  readonly of: Definition
  /** Why it may go. */
  readonly because: string
}

/**
 * Definitions that no test ran and that only make sense with an extracted one: overload stubs, the other accessors of
 * a property, other branches of a conditional definition, implementations registered with a dispatching function.
 * They are deleted with it, and stay when it is hollowed.
 *
 * @param mayGo false for what has to stay
 */
export function companionsOf(
  index: SourceIndex,
  extracted: readonly Definition[],
  mayGo: (definition: Definition) => boolean,
): Companion[] {
  const taken = new Set(extracted.map((definition) => definition.id))
  const functions = extracted.filter((definition) => definition.kind !== 'class')
  const found = functions
    .flatMap((of) =>
      [...namesakes(index, of), ...registeredWith(index, of)].map((definition) => ({
        definition,
        of,
        because: `it belongs to ${of.qualname}`,
      })),
    )
    .filter(({ definition }) => !taken.has(definition.id) && mayGo(definition))
  return [...new Map(found.map((companion) => [companion.definition.id, companion])).values()]
}

/** Functions decorated by `@name.register` or `@name.register(…)` in the same file and class. */
function registeredWith(index: SourceIndex, definition: Definition): Definition[] {
  const uses = index.usesByName.get('register') ?? []
  return uses
    .filter((use) => use.path === definition.path && use.part === 'decorator')
    .flatMap((use) => (use.within === null ? [] : (index.definitions.get(use.within) ?? [])))
    .filter((other) => other.parent === definition.parent)
    .filter((other) => decoratorNames(other).includes(`${definition.name}.register`))
}
