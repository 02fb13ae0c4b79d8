import type { Definition } from '@quarry/syntax'
import type { SourceIndex } from './source-index.ts'

/** What a class derives from, directly and through its bases. */
interface Lineage {
  /** Repository classes, nearest first. */
  readonly ancestors: readonly Definition[]
  /** Bases, as written, that are not in the repository; those without behaviour of their own are left out. */
  readonly outside: readonly string[]
  /** Metaclasses and keywords of class heads, as written: they run code when the class is made. */
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
    const direct = headOf(index, definition).bases.map((base) => base.id)
    if (direct.length > 0) bases.set(definition.id, direct)
  }
  return bases
}

function climb(index: SourceIndex, start: Definition): Lineage {
  const ancestors = new Map<string, Definition>()
  const outside = new Set<string>()
  const hooks = new Set<string>()
  let level: readonly Definition[] = [start]
  while (level.length > 0) {
    const heads = level.map((definition) => headOf(index, definition))
    for (const head of heads) {
      for (const base of head.outside) outside.add(base)
      for (const hook of head.hooks) hooks.add(hook)
    }
    level = heads.flatMap((head) => head.bases).filter((base) => base !== start && !ancestors.has(base.id))
    for (const base of level) ancestors.set(base.id, base)
  }
  return { ancestors: [...ancestors.values()], outside: [...outside], hooks: [...hooks] }
}

const withoutBehaviour = new Set(['object', 'Generic', 'Protocol', 'ABC'])
const ordinaryMetaclasses = new Set(['type', 'ABCMeta'])

interface Head {
  readonly bases: readonly Definition[]
  readonly outside: readonly string[]
  readonly hooks: readonly string[]
}

/** Reads a class head; `Base[T]` counts as `Base`. */
function headOf(index: SourceIndex, definition: Definition): Head {
  const bases: Definition[] = []
  const outside: string[] = []
  const hooks: string[] = []
  for (const text of definition.bases) {
    const keyword = /^(\w+)\s*=(?!=)\s*(.+)$/su.exec(text)
    if (keyword !== null) {
      const ordinary = keyword[1] === 'metaclass' && ordinaryMetaclasses.has(lastPart(keyword[2] ?? ''))
      if (!ordinary) hooks.push(text)
      continue
    }
    const name = text.replace(/\[.*$/su, '').trim()
    const found = classesAt(index, definition, name)
    if (found.length > 0) bases.push(...found)
    else if (!withoutBehaviour.has(lastPart(name))) outside.push(text)
  }
  return { bases, outside, hooks }
}

function classesAt(index: SourceIndex, definition: Definition, name: string): readonly Definition[] {
  return index
    .resolve(definition.path, name)
    .flatMap((referent) => (referent.kind === 'definition' ? [referent.definition] : []))
    .filter((found) => found.kind === 'class' && found.id !== definition.id)
}

function lastPart(name: string): string {
  return name.split('.').at(-1) ?? name
}
