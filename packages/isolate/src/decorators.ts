import type { Definition } from '@quarry/syntax'

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

/** The first decorator that may do more than change the object, as a registry does; null when there is none. */
export function unknownDecorator(definition: Definition): string | null {
  return (
    decoratorNames(definition).find((name) => {
      const last = lastPart(name)
      return !wellKnown.has(last) && !(ofProperty.has(last) && name === `${definition.name}.${last}`)
    }) ?? null
  )
}

export function isAbstract(definition: Definition): boolean {
  return decoratorNames(definition).some((name) => lastPart(name).startsWith('abstract'))
}

function lastPart(name: string): string {
  return name.split('.').at(-1) ?? name
}
