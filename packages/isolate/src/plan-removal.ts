import { BugError, type ExtractedObject } from '@quarry/core'
import type { Definition } from '@quarry/syntax'
import { decideModes, type Modes } from './decide-modes.ts'
import type { Extraction } from './extract.ts'
import { companyOf, type GoingAlong, withDependents } from './going-along.ts'
import { hiddenTestFiles } from './hidden-files.ts'
import type { LostLeftover } from './leftovers.ts'
import { permission } from './permission.ts'
import type { Source } from './source.ts'
import type { Suite } from './suite.ts'

/** How the extracted objects go. */
export interface Removal {
  /** What carve is told to do; members of a deleted class go with it and are not listed. Sorted by id. */
  readonly extracted: readonly ExtractedObject[]
  /** Pieces of modules that go with them. Sorted. */
  readonly leftovers: readonly LostLeftover[]
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
  const may = permission(suite, source, extraction, keep)
  const decide = (along: GoingAlong) => decideWith(suite, source, extracted, along)
  const company = companyOf(source, extracted, may)
  const { along, modes } = withDependents(source, suite.observed, extracted, may, company, decide)

  const untouched = untouchedClasses(extracted, modes)
  const skipped = new Set(untouched.map(({ id }) => id))
  for (const { definition, of } of along.companions) depths.set(definition.id, depths.get(of.id) ?? 0)
  return {
    extracted: [...modes.decisions]
      .filter(([id]) => !skipped.has(id))
      .map(([id, { mode, reason }]) => ({ id, mode, reason, depth: depths.get(id) ?? 0 }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    leftovers: modes.leftovers.toSorted((a, b) =>
      a.path === b.path ? a.span.start - b.span.start : a.path < b.path ? -1 : 1,
    ),
    gone: goneObjects(suite, extracted, along, modes.deleted),
    untouched,
  }
}

function decideWith(
  suite: Suite,
  source: Source,
  extracted: readonly Definition[],
  along: GoingAlong,
): Modes {
  const { observed, needs } = suite
  return decideModes({
    ...along,
    source,
    observed,
    extracted,
    aside: new Set([...source.bystanders].filter((path) => !observed.loaded.has(path) && !needs.has(path))),
    hiddenFiles: (deleted) => {
      const hidden = hiddenTestFiles(suite, goneObjects(suite, extracted, along, deleted))
      return new Set(hidden.map((file) => file.path))
    },
  })
}

/** A function loses its body either way; a class, and what only goes with a function, is gone when it is deleted. */
function goneObjects(
  suite: Suite,
  extracted: readonly Definition[],
  { companions }: GoingAlong,
  deleted: ReadonlySet<string>,
): ReadonlySet<number> {
  const functions = extracted.filter((definition) => definition.kind !== 'class')
  const all = [...extracted, ...companions.map(({ definition }) => definition)]
  const whole = all.filter(({ id }) => deleted.has(id))
  return new Set([...functions, ...whole].flatMap(({ id }) => suite.indexById.get(id) ?? []))
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
