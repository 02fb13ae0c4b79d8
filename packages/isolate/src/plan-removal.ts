import { BugError, type ExtractedObject } from '@quarry/core'
import type { Definition } from '@quarry/syntax'
import { type Companion, companionsOf } from './companions.ts'
import { decideModes, type Modes } from './decide-modes.ts'
import { affordableDependents, type Dependents } from './dependents.ts'
import type { Extraction } from './extract.ts'
import { isLeftover, type Piece } from './held.ts'
import { hiddenTestFiles } from './hidden-files.ts'
import type { Leftover } from './leftovers.ts'
import { orphansOf } from './orphans.ts'
import { isPublic } from './public-names.ts'
import type { Source } from './source.ts'
import type { Suite } from './suite.ts'

/** How the extracted objects go. */
export interface Removal {
  /** What carve is told to do; members of a deleted class go with it and are not listed. Sorted by id. */
  readonly extracted: readonly ExtractedObject[]
  /** Pieces of modules that go with them. Sorted. */
  readonly leftovers: readonly Leftover[]
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
  const mayGo = permission(suite, source, extraction, keep, extracted)
  const decide = (companions: readonly Companion[], leftovers: readonly Leftover[]) =>
    decideWith(suite, source, extracted, companions, leftovers)
  const company = companionsIn(source, extracted, mayGo)
  const alone = decide(company, [])
  const dependents = dependentsIn(suite, source, alone, extracted, company, mayGo)
  const { companions, modes } = withDependents(decide, company, dependents)

  const untouched = untouchedClasses(extracted, modes)
  const skipped = new Set(untouched.map(({ id }) => id))
  for (const { definition, of } of companions) depths.set(definition.id, depths.get(of.id) ?? 0)
  return {
    extracted: [...modes.decisions]
      .filter(([id]) => !skipped.has(id))
      .map(([id, { mode, reason }]) => ({ id, mode, reason, depth: depths.get(id) ?? 0 }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    leftovers: modes.leftovers.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    gone: goneObjects(
      suite,
      { extracted, companions: companions.map(({ definition }) => definition) },
      modes.deleted,
    ),
    untouched,
  }
}

function decideWith(
  suite: Suite,
  source: Source,
  extracted: readonly Definition[],
  company: readonly Companion[],
  leftovers: readonly Leftover[],
): Modes {
  const { observed, needs } = suite
  const companions = company.map(({ definition }) => definition)
  return decideModes({
    source,
    observed,
    extracted,
    companions,
    leftovers,
    aside: new Set([...source.bystanders].filter((path) => !observed.loaded.has(path) && !needs.has(path))),
    hiddenFiles: (deleted) => hiddenPaths(suite, goneObjects(suite, { extracted, companions }, deleted)),
  })
}

/** What goes with the extracted objects, if it can go. */
function companionsIn(source: Source, extracted: readonly Definition[], mayGo: Permission): Companion[] {
  const { index, hierarchy } = source
  const companions = companionsOf(index, extracted, mayGo.unlessKept)
  const taken = [...extracted, ...companions.map(({ definition }) => definition)]
  const orphans = orphansOf(
    index,
    hierarchy,
    taken,
    (definition) => mayGo.unlessShown(definition) && !isPublic(index, definition),
  )
  return [...companions, ...orphans]
}

/** Of every object that would be hollowed only because something refers to it, what goes so that it can be deleted. */
function dependentsIn(
  suite: Suite,
  source: Source,
  alone: Modes,
  extracted: readonly Definition[],
  company: readonly Companion[],
  mayGo: Permission,
): Dependents {
  const targets = new Set([...extracted, ...company.map(({ definition }) => definition)].map(({ id }) => id))
  const question = {
    source,
    observed: suite.observed,
    text: alone.text,
    isTarget: ({ id }: Definition) => targets.has(id),
    mayGo: mayGo.unlessShown,
  }
  const hollow = extracted.filter(({ id }) => alone.decisions.get(id)?.mode === 'hollow')
  return affordableDependents(question, hollow, linesOfAll(extracted))
}

function linesOfAll(definitions: readonly Definition[]): number {
  const tally = Map.groupBy(definitions, ({ parent }) => parent)
  const inside = new Set(definitions.map(({ id }) => id))
  return [...tally]
    .flatMap(([parent, some]) => (parent !== null && inside.has(parent) ? [] : some))
    .reduce((sum, { line, endLine }) => sum + endLine - line + 1, 0)
}

/** Takes dependents along as long as the object that they depend on is deleted for it. */
function withDependents(
  decide: (companions: readonly Companion[], leftovers: readonly Leftover[]) => Modes,
  company: readonly Companion[],
  dependents: Dependents,
): { companions: readonly Companion[]; modes: Modes } {
  let useful = [...dependents]
  for (;;) {
    const pieces = useful.flatMap(([of, some]) => some.map((piece) => ({ piece, of })))
    const unique = [...new Map(pieces.map((one) => [one.piece.id, one])).values()]
    const added = unique.flatMap(({ piece, of }) => (isLeftover(piece) ? [] : [{ definition: piece, of }]))
    const known = new Set(added.map(({ definition }) => definition.id))
    const companions = [...company.filter(({ definition }) => !known.has(definition.id)), ...added]
    const modes = decide(
      companions,
      unique.flatMap(({ piece }) => (isLeftover(piece) ? [piece] : [])),
    )
    const still = useful.filter(([object]) => modes.deleted.has(object.id))
    if (still.length === useful.length) return { companions, modes }
    useful = still
  }
}

interface Permission {
  /** Nothing that has to stay. */
  readonly unlessKept: (definition: Definition) => boolean
  /** Nothing that a test file which is shown needs, either. */
  readonly unlessShown: (definition: Definition) => boolean
}

function permission(
  suite: Suite,
  source: Source,
  extraction: Extraction,
  keep: ReadonlyMap<number, string>,
  extracted: readonly Definition[],
): Permission {
  const over = new Set(extraction.overBudget.map((item) => item.index))
  const isShown = shownNeeds(suite, extracted)
  const unlessKept = (definition: Definition) => {
    if (source.testCode.has(definition.path)) return false
    const at = suite.indexById.get(definition.id)
    return at === undefined || (!keep.has(at) && !over.has(at))
  }
  return { unlessKept, unlessShown: (definition) => unlessKept(definition) && !isShown(definition) }
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
