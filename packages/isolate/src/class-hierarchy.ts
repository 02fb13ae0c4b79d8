import type { Definition } from '@quarry/syntax'
import { classHead } from './class-head.ts'
import type { SourceIndex } from './source-index.ts'
import { standardBase } from './standard-members.ts'

/** A base that is not in the repository. */
interface OutsideBase {
  /** As written. */
  readonly text: string
  /** Names of its members; null when it is not known. */
  readonly members: ReadonlySet<string> | null
}

/** What a class derives from, directly and through its bases. */
interface Lineage {
  /** Repository classes, nearest first. */
  readonly ancestors: readonly Definition[]
  /** Those without behaviour of their own are left out. */
  readonly outside: readonly OutsideBase[]
  /** Metaclasses and keywords of class heads, as written, that may list the class. */
  readonly hooks: readonly string[]
}

export interface ClassHierarchy {
  readonly lineageOf: (classId: string) => Lineage
  /** True when an object of one class may also be one of the other. */
  readonly related: (oneId: string, otherId: string) => boolean
}

export function classHierarchy(index: SourceIndex): ClassHierarchy {
  const lineages = new Map<string, Lineage>()
  const classes = [...index.definitions.values()].filter((definition) => definition.kind === 'class')
  for (const one of classes) lineages.set(one.id, climb(index, one))
  const descendants = new Map<string, Set<string>>()
  for (const [id, { ancestors }] of lineages) {
    for (const above of [id, ...ancestors.map((ancestor) => ancestor.id)]) {
      descendants.set(above, (descendants.get(above) ?? new Set()).add(id))
    }
  }
  return {
    lineageOf: (classId) => lineages.get(classId) ?? { ancestors: [], outside: [], hooks: [] },
    related: (oneId, otherId) => {
      const below = descendants.get(otherId) ?? new Set([otherId])
      return [...(descendants.get(oneId) ?? [oneId])].some((id) => below.has(id))
    },
  }
}

/** Ids of the repository classes that a class names as its bases, for every class that has some. */
export function repositoryBases(index: SourceIndex): ReadonlyMap<string, readonly string[]> {
  const bases = new Map<string, readonly string[]>()
  for (const definition of index.definitions.values()) {
    const direct = classHead(index, definition).bases.map((base) => base.id)
    if (direct.length > 0) bases.set(definition.id, direct)
  }
  return bases
}

function climb(index: SourceIndex, start: Definition): Lineage {
  const ancestors = new Map<string, Definition>()
  const outside = new Map<string, OutsideBase>()
  const hooks = new Set<string>()
  let level: readonly Definition[] = [start]
  while (level.length > 0) {
    const heads = level.map((definition) => ({ definition, ...classHead(index, definition) }))
    for (const head of heads) {
      for (const text of head.outside)
        outside.set(text, { text, members: standardBase(index, head.definition, text) })
      for (const hook of head.hooks) hooks.add(hook)
    }
    level = heads.flatMap((head) => head.bases).filter((base) => base !== start && !ancestors.has(base.id))
    for (const base of level) ancestors.set(base.id, base)
  }
  return { ancestors: [...ancestors.values()], outside: [...outside.values()], hooks: [...hooks] }
}
