import type { Definition } from '@quarry/syntax'
import { type SourceIndex, textOf } from './source-index.ts'

/** Code that sees definitions while they are made: a decorator, a metaclass, a hook of a base class. */
export interface Maker {
  readonly definition: Definition
  /** Whether its own parameters belong to what is being made: not so where a decorator is called to get the real one. */
  readonly sees: 'all-parameters' | 'all-but-first' | 'none'
}

/**
 * What record it may keep: in a list, which is there to be gone through, or by a key, which is there to be looked up.
 * Only what is neither given to it together with what is made, nor made by itself, can be a record.
 */
export type RecordKept = 'none' | 'keyed' | 'listed'

/** Stores into something: the first part of a dotted name, and what is done to it. */
const stores =
  /\b([\p{L}_][\p{L}\p{N}_]*)((?:\.[\p{L}_][\p{L}\p{N}_]*|\[[^\]\n]*\])*?)(?:\[[^\]\n]*\]\s*=(?!=)|\.\s*(add|append|appendleft|extend|insert|register|setdefault|update)\s*\()/gu

export function recordKept(index: SourceIndex, maker: Maker): RecordKept {
  const texts = textsThatMake(index, maker.definition)
  return strongest(texts.map((text) => recordIn(text, maker.sees)))
}

export function strongest(kinds: readonly RecordKept[]): RecordKept {
  return kinds.includes('listed') ? 'listed' : kinds.includes('keyed') ? 'keyed' : 'none'
}

/** Of a class that is a decorator, what runs when it decorates; calls of what it made come later. */
function textsThatMake(index: SourceIndex, definition: Definition): string[] {
  if (definition.kind !== 'class') return [codeOf(index, definition)]
  const members = index.members.get(definition.id) ?? []
  return members
    .filter(({ name }) => name === '__new__' || name === '__init__' || name === '__set_name__')
    .map((member) => codeOf(index, member))
}

/** Its text without the docstring and comments. */
function codeOf(index: SourceIndex, definition: Definition): string {
  const { span, docstring } = definition
  const text = textOf(index, definition)
  const said = docstring === null ? '' : text.slice(docstring.start - span.start, docstring.end - span.start)
  return text.replace(said, '').replaceAll(/(?<=^|\s)#.*$/gmu, '')
}

function recordIn(text: string, sees: Maker['sees']): RecordKept {
  if (/^\s*(?:global|nonlocal)\s+\w/mu.test(text)) return 'listed'
  const own = ownNames(text, sees)
  return strongest(
    [...text.matchAll(stores)]
      .filter(
        ([, root = '', path = '']) => !own.has(root) && !own.has(root + path) && !path.endsWith('.__dict__'),
      )
      .map(([, , , method]) => (method === undefined || method === 'setdefault' ? 'keyed' : 'listed')),
  )
}

/** Parameters that belong to what is made, and variables and attributes that start as a new container. */
function ownNames(text: string, sees: Maker['sees']): ReadonlySet<string> {
  const [outer = [], ...inner] = [...text.matchAll(/\bdef\s+\w+\s*\(([^]*?)\)\s*(?:->[^:]*)?:/gu)].map(
    ([, parameters = '']) => parameterNames(parameters),
  )
  const given = sees === 'none' ? [] : sees === 'all-but-first' ? outer.slice(1) : outer
  const made = text.matchAll(
    /^\s*([\p{L}_][\p{L}\p{N}_.]*)\s*(?::[^=\n]*)?=\s*(?:[[{(]|(?:dict|list|set|OrderedDict|defaultdict|deque|copy|sorted|vars)\b)/gmu,
  )
  return new Set([...given, ...inner.flat(), ...[...made].map(([, name = '']) => name)])
}

function parameterNames(parameters: string): string[] {
  return parameters
    .replaceAll(/\[[^\]]*\]|\([^)]*\)/gu, '')
    .split(',')
    .map((parameter) => /^\s*\**\s*([\p{L}_][\p{L}\p{N}_]*)/u.exec(parameter)?.[1] ?? '')
}
