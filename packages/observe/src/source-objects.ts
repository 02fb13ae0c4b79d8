import type { ObservedObject } from '@quarry/core'
import { type Definition, definitionAt, type PythonModule } from '@quarry/syntax'
import type { TracedCode } from '@quarry/testrun'

/** The objects of source, and how what the interpreter names is found among them. */
export interface SourceObjects {
  readonly objects: readonly ObservedObject[]
  /** Indexes of the objects that the code is part of; [] when it is no object's. */
  owners(code: TracedCode): readonly number[]
  /** Indexes of the objects that ran when the code ran: not a class whose body ran. */
  ran(code: TracedCode): readonly number[]
  /** The class of a method, by their indexes; null for everything else. */
  classOf(index: number): number | null
}

export function sourceObjects(modules: ReadonlyMap<string, PythonModule>): SourceObjects {
  const definitions = [...modules.values()].flatMap((module) => module.definitions).toSorted(byPlace)
  const indexes = new Map(definitions.map((definition, index) => [definition.id, index]))
  const indexOf = (definition: Definition): number => indexes.get(definition.id) ?? -1

  function definitionsOf(code: TracedCode): readonly Definition[] {
    const module = modules.get(code.path)
    if (!module) return []
    // The interpreter tells a class by its name only; one that is defined twice (in branches) counts as both.
    if (code.kind === 'class')
      return module.definitions.filter((each) => each.kind === 'class' && each.qualname === code.name)
    const found = definitionAt(module, code.line, code.name)
    return found ? [found] : []
  }

  return {
    objects: definitions.map(observedObject),
    owners: (code) => definitionsOf(code).map(indexOf),
    ran: (code) =>
      definitionsOf(code)
        .filter((definition) => code.kind === 'class' || !isClassBody(definition, code))
        .map(indexOf),
    classOf: (index) => {
      const definition = definitions[index]
      return definition?.kind === 'method' ? (indexes.get(definition.parent ?? '') ?? null) : null
    },
  }
}

/** That a class's body ran at import is not execution; a lambda in it that is called later is. */
function isClassBody(definition: Definition, code: TracedCode): boolean {
  if (definition.kind !== 'class') return false
  return (
    code.name === definition.name ||
    code.name === '__annotate__' ||
    (code.name.startsWith('<') && code.name !== '<lambda>')
  )
}

function byPlace(a: Definition, b: Definition): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.line - b.line || a.span.start - b.span.start
}

function observedObject(definition: Definition): ObservedObject {
  const { id, path, qualname, line, endLine, kind } = definition
  return { id, path, qualname, line, end_line: endLine, kind }
}
