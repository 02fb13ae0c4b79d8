import { BugError, type ExtractedObject } from '@quarry/core'
import type { Definition } from '@quarry/syntax'
import { type Companion, companionsOf } from './companions.ts'
import { decideModes, type Modes } from './decide-modes.ts'
import type { Extraction } from './extract.ts'
import { hiddenTestFiles } from './hidden-files.ts'
import { orphansOf } from './orphans.ts'
import { isPublic } from './public-names.ts'
import type { Source } from './source.ts'
import type { Suite } from './suite.ts'

/** How the extracted objects go. */
export interface Removal {
  /** What carve is told to do; members of a deleted class go with it and are not listed. Sorted by id. */
  readonly extracted: readonly ExtractedObject[]
  /** Indexes of the observed objects whose code is gone: functions, and deleted classes. */
  readonly gone: ReadonlySet<number>
  /** Hollow classes that no extracted method is in: nothing is taken out of them after all. */
  readonly untouched: readonly { readonly id: string; readonly reason: string }[]
}

/** @param keep everything that has to stay, by index */
export function planRemoval(
  suite: Suite,
  source: Source,
  extraction: Extraction,
  keep: ReadonlyMap<number, string>,
): Removal {
  const depths = new Map(extraction.extracted.map((item) => [idOf(suite, item.index), item.depth]))
  const extracted = [...depths.keys()].map((id) => definitionOf(source, id))
  const companions = companionsIn(suite, source, extraction, extracted, keep)
  const question = { extracted, companions: companions.map(({ definition }) => definition) }
  const modes = decideModes({
    source,
    observed: suite.observed,
    ...question,
    aside: new Set(
      [...source.bystanders].filter((path) => !suite.observed.loaded.has(path) && !suite.needs.has(path)),
    ),
    hiddenFiles: (deleted) => hiddenPaths(suite, goneObjects(suite, question, deleted)),
  })
  const untouched = untouchedClasses(extracted, modes)
  const skipped = new Set(untouched.map(({ id }) => id))
  for (const { definition, of } of companions) depths.set(definition.id, depths.get(of.id) ?? 0)
  return {
    extracted: [...modes.decisions]
      .filter(([id]) => !skipped.has(id))
      .map(([id, { mode, reason }]) => ({ id, mode, reason, depth: depths.get(id) ?? 0 }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    gone: goneObjects(suite, question, modes.deleted),
    untouched,
  }
}

/** What goes with the extracted objects, if it can go: as much as the budget leaves room for. */
function companionsIn(
  suite: Suite,
  source: Source,
  extraction: Extraction,
  extracted: readonly Definition[],
  keep: ReadonlyMap<number, string>,
): Companion[] {
  const over = new Set(extraction.overBudget.map((item) => item.index))
  const mayGo = (definition: Definition) => {
    if (source.testCode.has(definition.path)) return false
    const at = suite.indexById.get(definition.id)
    return at === undefined || (!keep.has(at) && !over.has(at))
  }
  const { index, hierarchy } = source
  const companions = companionsOf(index, extracted, mayGo)
  const taken = [...extracted, ...companions.map(({ definition }) => definition)]
  const isShown = shownNeeds(suite, extracted)
  const orphans = orphansOf(
    index,
    hierarchy,
    taken,
    (definition) => mayGo(definition) && !isPublic(index, definition) && !isShown(definition),
  )
  return [...companions, ...orphans]
}

/** Whether a test file that is shown whatever goes with the extracted objects needs a definition. */
function shownNeeds(suite: Suite, extracted: readonly Definition[]): (definition: Definition) => boolean {
  const functions = extracted.filter(({ kind }) => kind !== 'class')
  const hidden = hiddenPaths(suite, new Set(functions.flatMap(({ id }) => suite.indexById.get(id) ?? [])))
  const shown = [...suite.needs].filter(([path]) => !hidden.has(path)).map(([, needs]) => needs)
  return ({ id }) => {
    const at = suite.indexById.get(id)
    return at !== undefined && shown.some((needs) => needs.has(at))
  }
}

/** A function loses its body either way; a class, and what only goes with a function, is gone when it is deleted. */
function goneObjects(
  suite: Suite,
  question: { readonly extracted: readonly Definition[]; readonly companions: readonly Definition[] },
  deleted: ReadonlySet<string>,
): ReadonlySet<number> {
  const functions = question.extracted.filter((definition) => definition.kind !== 'class')
  const whole = [...question.extracted, ...question.companions].filter(({ id }) => deleted.has(id))
  return new Set([...functions, ...whole].flatMap(({ id }) => suite.indexById.get(id) ?? []))
}

function hiddenPaths(suite: Suite, gone: ReadonlySet<number>): ReadonlySet<string> {
  return new Set(hiddenTestFiles(suite, gone).map((file) => file.path))
}

function untouchedClasses(extracted: readonly Definition[], { decisions }: Modes): Removal['untouched'] {
  const owners = new Set(extracted.filter(({ kind }) => kind !== 'class').map(({ parent }) => parent))
  return extracted.flatMap(({ id, kind }) => {
    const decision = decisions.get(id)
    if (kind !== 'class' || decision?.mode !== 'hollow' || owners.has(id)) return []
    return [{ id, reason: `no method of it can be taken out, and it cannot be deleted: ${decision.reason}` }]
  })
}

function idOf(suite: Suite, index: number): string {
  const object = suite.objects[index]
  if (object === undefined) throw new BugError(`object ${index} was not observed`, { code: 'no-such-object' })
  return object.id
}

function definitionOf(source: Source, id: string): Definition {
  const definition = source.index.definitions.get(id)
  if (definition !== undefined) return definition
  throw new BugError(`${id} is to be extracted, but is not in the source`, { code: 'no-such-object' })
}
