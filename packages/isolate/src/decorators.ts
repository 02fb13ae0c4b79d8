import type { Definition } from '@quarry/syntax'
import { type Maker, type RecordKept, recordKept, strongest } from './keeps-records.ts'
import type { SourceIndex } from './source-index.ts'

/** Decorators of the standard library that keep no record of what they decorate. */
const wellKnown = new Set([
  'abstractclassmethod',
  'abstractmethod',
  'abstractproperty',
  'abstractstaticmethod',
  'asynccontextmanager',
  'cache',
  'cached_property',
  'classmethod',
  'contextmanager',
  'coroutine',
  'dataclass',
  'dataclass_transform',
  'deprecated',
  'final',
  'lru_cache',
  'no_type_check',
  'overload',
  'override',
  'property',
  'runtime_checkable',
  'singledispatch',
  'singledispatchmethod',
  'staticmethod',
  'total_ordering',
  'unique',
  'wraps',
])

const ofProperty = new Set(['setter', 'getter', 'deleter'])

/** Dotted names of the decorators, without `@` and arguments. */
export function decoratorNames(definition: Definition): string[] {
  return definition.decorators.map(({ text }) => text.replace(/^@\s*/u, '').replace(/[\s(].*$/su, ''))
}

/** A decorator that may remember what it decorates, as a registry does. */
export interface Recorder {
  readonly name: string
  readonly record: Exclude<RecordKept, 'none'>
}

/**
 * The decorators that may keep a record; those of the repository are read, of those from elsewhere the worst is thought.
 * One that is itself deleted remembers nothing.
 */
export function recordingDecorators(
  index: SourceIndex,
  definition: Definition,
  isDeleted: (definition: Definition) => boolean,
): Recorder[] {
  return decoratorNames(definition).flatMap((name, at) => {
    const sees = definition.decorators[at]?.text.includes('(') === true ? 'none' : 'all-parameters'
    const record = recordOf(index, definition, name, sees, isDeleted)
    return record === 'none' ? [] : [{ name, record }]
  })
}

function recordOf(
  index: SourceIndex,
  definition: Definition,
  name: string,
  sees: Maker['sees'],
  isDeleted: (definition: Definition) => boolean,
): RecordKept {
  const last = lastPart(name)
  if (wellKnown.has(last) || (ofProperty.has(last) && name === `${definition.name}.${last}`)) return 'none'
  const decorators = definitionsOf(index, definition, name)
  if (decorators.length > 0) {
    const stay = decorators.filter((one) => !isDeleted(one))
    return strongest(stay.map((one) => recordKept(index, { definition: one, sees })))
  }
  const objects = definitionsOf(index, definition, name.slice(0, -last.length - 1))
  return objects.length === 0 || !objects.every(isDeleted) ? 'listed' : 'none'
}

/** What a name in a decorator means: a member of the same class, else something of the module. */
function definitionsOf(index: SourceIndex, decorated: Definition, name: string): readonly Definition[] {
  const siblings = decorated.parent === null ? [] : (index.members.get(decorated.parent) ?? [])
  const own = siblings.filter((sibling) => sibling.name === name)
  if (own.length > 0) return own
  return index
    .resolve(decorated.path, name)
    .flatMap((referent) => (referent.kind === 'definition' ? [referent.definition] : []))
}

export function isAbstract(definition: Definition): boolean {
  return decoratorNames(definition).some((name) => lastPart(name).startsWith('abstract'))
}

function lastPart(name: string): string {
  return name.split('.').at(-1) ?? name
}
