import type { Definition } from '@quarry/syntax'
import { recordKept } from './keeps-records.ts'
import type { SourceIndex } from './source-index.ts'

/** What stands between the parentheses of a class head. */
export interface ClassHead {
  /** Repository classes. */
  readonly bases: readonly Definition[]
  /** Bases, as written, that are not in the repository; those without behaviour of their own are left out. */
  readonly outside: readonly string[]
  /** Metaclasses and keywords, as written, that may list the class when it is made. */
  readonly hooks: readonly string[]
}

const withoutBehaviour = new Set(['object', 'Generic', 'Protocol', 'ABC'])
const ordinaryMetaclasses = new Set(['type', 'ABCMeta', 'EnumMeta', 'EnumType'])

/** Reads a class head; `Base[T]` counts as `Base`. */
export function classHead(index: SourceIndex, definition: Definition): ClassHead {
  const bases: Definition[] = []
  const outside: string[] = []
  const keywords: string[] = []
  for (const text of definition.bases) {
    if (keyword.test(text)) {
      keywords.push(text)
      continue
    }
    const name = text.replace(/\[.*$/su, '').trim()
    const found = classesAt(index, definition, name)
    if (found.length > 0) bases.push(...found)
    else if (!withoutBehaviour.has(lastPart(name))) outside.push(text)
  }
  const hooks = keywords.filter((text) => mayRecord(index, definition, text, outside))
  return { bases, outside, hooks }
}

const keyword = /^(\w+)\s*=(?!=)\s*(.+)$/su

/** Keywords other than a metaclass go to the bases: those of the repository can be read, and are. */
function mayRecord(
  index: SourceIndex,
  definition: Definition,
  text: string,
  outside: readonly string[],
): boolean {
  const [, name, value = ''] = keyword.exec(text) ?? []
  if (name !== 'metaclass') return outside.length > 0
  if (ordinaryMetaclasses.has(lastPart(value))) return false
  const metaclasses = classesAt(index, definition, value)
  return metaclasses.length === 0 || metaclasses.some((metaclass) => recordsClasses(index, metaclass))
}

const makers = new Set(['__new__', '__init__', '__prepare__'])

function recordsClasses(index: SourceIndex, metaclass: Definition): boolean {
  const { bases, outside } = classHead(index, metaclass)
  return (
    outside.some((base) => !ordinaryMetaclasses.has(lastPart(base))) ||
    bases.some((base) => recordsClasses(index, base)) ||
    (index.members.get(metaclass.id) ?? [])
      .filter((member) => makers.has(member.name))
      .some((member) => recordKept(index, { definition: member, sees: 'all-but-first' }) === 'listed')
  )
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
