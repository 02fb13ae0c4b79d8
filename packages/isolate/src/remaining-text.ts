import type { Definition, NameUse } from '@quarry/syntax'
import type { LostLeftover } from './leftovers.ts'
import { enclosingDefinitions, type SourceIndex } from './source-index.ts'

/** What is to be taken out of the text. */
export interface Going {
  /** Functions, methods and whole classes to take out. */
  readonly extracted: readonly Definition[]
  /** Deleted with an extracted object, or not touched at all. */
  readonly companions: readonly Definition[]
  /** The same for pieces of modules. */
  readonly leftovers: readonly LostLeftover[]
  /** Paths of files that hold nothing back. */
  readonly aside: ReadonlySet<string>
  /** Test files that go when these objects do; asked again whenever an object turns out to stay. */
  readonly hiddenFiles: (deleted: ReadonlySet<string>) => ReadonlySet<string>
}

export interface RemainingText {
  readonly isDeleted: (definition: Definition) => boolean
  /** It lies in a class that is deleted. */
  readonly isSwallowed: (definition: Definition) => boolean
  readonly holds: (place: Place) => boolean
}

interface Place {
  readonly path: string
  /** Offset into the file's text. */
  readonly start: number
  readonly within: string | null
  readonly part: NameUse['part']
}

/** What is left of the text when everything that is not in `hollow` is deleted. Follows `hollow` as it grows. */
export function remainingText(
  index: SourceIndex,
  going: Going,
  hollow: ReadonlyMap<string, string>,
): RemainingText {
  const extracted = new Set(going.extracted.map((definition) => definition.id))
  const companions = new Set(going.companions.map((definition) => definition.id))
  const goes = (id: string) => (extracted.has(id) || companions.has(id)) && !hollow.has(id)
  const isSwallowed = (definition: Definition) =>
    enclosingDefinitions(index, definition).some((outer) => goes(outer.id))
  const isDeleted = (definition: Definition) => goes(definition.id) || isSwallowed(definition)
  const targets = [...going.extracted, ...going.companions]
  const hidden = going.hiddenFiles(new Set(targets.filter(isDeleted).map((definition) => definition.id)))
  const goneAtModuleLevel = Map.groupBy(
    going.leftovers.filter(({ id }) => !hollow.has(id)),
    ({ path }) => path,
  )
  return {
    isDeleted,
    isSwallowed,
    holds: ({ path, start, within, part }) => {
      if (hidden.has(path) || going.aside.has(path)) return false
      const gone = goneAtModuleLevel.get(path) ?? []
      if (gone.some(({ span }) => span.start <= start && start < span.end)) return false
      const holder = within === null ? undefined : index.definitions.get(within)
      if (holder === undefined) return true
      if (isDeleted(holder)) return false
      return part !== 'body' || holder.kind === 'class' || !extracted.has(holder.id)
    },
  }
}
