import type { Definition } from '@quarry/syntax'
import { keepsRecords } from './keeps-records.ts'
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

/**
 * The first decorator that may remember what it decorates, as a registry does; null when there is none. One that is
 * itself deleted remembers nothing, and one of the repository is read.
 */
export function recordingDecorator(
  index: SourceIndex,
  definition: Definition,
  isDeleted: (definition: Definition) => boolean,
): string | null {
  const recorders = decoratorNames(definition).filter((name, at) => {
    const last = lastPart(name)
    if (wellKnown.has(last) || (ofProperty.has(last) && name === `${definition.name}.${last}`)) return false
    const decorators = definitionsOf(index, definition, name)
    const isCalled = definition.decorators[at]?.text.includes('(') === true
    const sees = isCalled ? 'none' : 'all-parameters'
    if (decorators.length > 0)
      return decorators.some((one) => !isDeleted(one) && keepsRecords(index, { definition: one, sees }))
    const objects = definitionsOf(index, definition, name.slice(0, -last.length - 1))
    return objects.length === 0 || !objects.every(isDeleted)
  })
  return recorders[0] ?? null
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
