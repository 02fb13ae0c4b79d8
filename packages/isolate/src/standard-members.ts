import type { Definition } from '@quarry/syntax'
import type { SourceIndex } from './source-index.ts'
import { standardClasses } from './standard-classes.ts'

const membersOf = new Map(
  Object.entries(standardClasses).map(([name, members]) => [name, new Set(members.split(' '))]),
)

/** Names that members of the standard library's classes have. */
export const standardMembers: ReadonlySet<string> = new Set(
  [...membersOf.values()].flatMap((names) => [...names]),
)

/**
 * Names of the members that a class has from a base of the standard library; null when the base is not known.
 *
 * @param base as written in the class head
 */
export function standardBase(
  index: SourceIndex,
  { path }: Definition,
  base: string,
): ReadonlySet<string> | null {
  const call = /^([\w.]+)\s*\(/u.exec(base)?.[1]
  if (call !== undefined) return membersOfNamedTuple(call, base)
  const name = fullName(index, path, base.replace(/\[.*$/su, '').trim())
  const [, builtin = ''] = /^builtins\.(\w+)$/u.exec(name) ?? []
  if (/(?:Error|Exception|Exit|ExceptionGroup|Interrupt|Iteration|Warning)$/u.test(builtin))
    return membersOf.get('exception') ?? null
  return namesFor(name).flatMap((one) => membersOf.get(one) ?? [])[0] ?? null
}

/** `typing` has other names for the classes of `collections.abc`, `collections` and the language. */
function namesFor(name: string): string[] {
  const typed = /^(?:typing|typing_extensions)\.(\w+)$/u.exec(name)?.[1]
  if (typed === undefined) return [name]
  const places = [`typing.${typed}`, `collections.abc.${typed}`, `collections.${typed}`]
  return [...places, `builtins.${typed.toLowerCase()}`, `contextlib.Abstract${typed}`]
}

/** Its fields stand in the call, so every word there may be one. */
function membersOfNamedTuple(callee: string, call: string): ReadonlySet<string> | null {
  if (!/(?:^|\.)(?:namedtuple|NamedTuple)$/u.test(callee)) return null
  return new Set([...(membersOf.get('namedtuple') ?? []), ...(call.match(/\w+/gu) ?? [])])
}

/** The name with its module, as far as the imports of the file tell. */
function fullName(index: SourceIndex, path: string, name: string): string {
  const [first = '', ...rest] = name.split('.')
  const binding = index.modules.get(path)?.imports.find((one) => one.bound === first)
  if (binding === undefined) return rest.length === 0 ? `builtins.${name}` : name
  if (binding.name !== null) return [binding.module, binding.name, ...rest].join('.')
  return binding.alias === null ? name : [binding.module, ...rest].join('.')
}
