import type { Definition } from '@quarry/syntax'
import { type SourceIndex, textOf } from './source-index.ts'

/** What a function that sees definitions while they are made (a decorator, a metaclass, a hook) is given to itself. */
export interface Maker {
  readonly definition: Definition
  /** Whether its own parameters are what is being made: not so where a decorator is called to get the real one. */
  readonly sees: 'all-parameters' | 'all-but-first' | 'none'
}

/** Stores by item, or into a container by its method; the first part of what is stored into is what matters. */
const stores =
  /\b([\p{L}_][\p{L}\p{N}_]*)(?:\.[\p{L}_][\p{L}\p{N}_]*|\[[^\]\n]*\])*?(?:\[[^\]\n]*\]\s*=(?!=)|\.\s*(?:add|append|appendleft|extend|insert|register|setdefault|update)\s*\()/gu

/**
 * Whether a function may keep a record of what passes through it: it stores into something that is neither given to it
 * together with what is made nor made by itself.
 */
export function keepsRecords(index: SourceIndex, { definition, sees }: Maker): boolean {
  const text = textOf(index, definition)
  if (/\b(?:global|nonlocal)\b/u.test(text)) return true
  const own = ownNames(text, sees)
  return [...text.matchAll(stores)].some(([, root = '']) => !own.has(root))
}

/** Parameters that belong to what is made, and variables that start as a new container. */
function ownNames(text: string, sees: Maker['sees']): ReadonlySet<string> {
  const [outer = [], ...inner] = [...text.matchAll(/\bdef\s+\w+\s*\(([^]*?)\)\s*(?:->[^:]*)?:/gu)].map(
    ([, parameters = '']) => parameterNames(parameters),
  )
  const given = sees === 'none' ? [] : sees === 'all-but-first' ? outer.slice(1) : outer
  const made = [
    ...text.matchAll(
      /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=\n]*)?=\s*(?:[[{(]|(?:dict|list|set|OrderedDict|defaultdict|deque|copy|sorted|vars)\b)/gmu,
    ),
  ]
  return new Set([...given, ...inner.flat(), ...made.map(([, name = '']) => name)])
}

function parameterNames(parameters: string): string[] {
  return parameters
    .replaceAll(/\[[^\]]*\]|\([^)]*\)/gu, '')
    .split(',')
    .map((parameter) => /^\s*\**\s*([\p{L}_][\p{L}\p{N}_]*)/u.exec(parameter)?.[1] ?? '')
}
