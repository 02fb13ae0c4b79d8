import { fieldOf, type NameUse, type PythonModule, type Span } from '@quarry/syntax'
import { nodesAround } from './find-node.ts'
import type { Layout } from './layout.ts'

/** Looks names of its module up by other means than by saying them. */
export interface Lookup extends Span {
  /** What the names begin with, as far as it is known. */
  readonly prefix: string
}

/** Where a module does so: `globals()`, `eval` without a namespace. */
export function otherMeans({ uses }: PythonModule, layout: Layout): readonly Lookup[] {
  return uses
    .filter((use) => use.kind === 'name' && !use.local && mayLookUp(use, layout))
    .map(({ name, span }) => ({ ...span, prefix: name === 'globals' ? prefixAt(span, layout) : '' }))
}

/** `_` for `globals()[f'_{name}']`. */
function prefixAt(span: Span, { root, text }: Layout): string {
  const [subscript, call] = nodesAround(root, span).slice(-3)
  const index = subscript?.type === 'subscript' ? fieldOf(subscript, 'subscript') : null
  if (subscript === undefined || call?.type !== 'call' || fieldOf(subscript, 'value') !== call) return ''
  const first = index?.type === 'string' ? index.children[1] : undefined
  if (first?.type !== 'string_content' || first.children.length > 0) return ''
  return text.slice(first.start, first.end)
}

function mayLookUp({ name, span, within }: NameUse, layout: Layout): boolean {
  switch (name) {
    case 'globals':
      return true
    case 'locals':
      return within === null
    case 'vars':
    case 'dir':
      return within === null && argumentsOf(span, layout) === 0
    case 'eval':
    case 'exec':
      return argumentsOf(span, layout) !== 2 && argumentsOf(span, layout) !== 3
    default:
      return false
  }
}

/** How many arguments the name is called with; null when it is not called. */
function argumentsOf(span: Span, { root }: Layout): number | null {
  const [call, named] = nodesAround(root, span).slice(-2)
  if (call?.type !== 'call' || fieldOf(call, 'function') !== named) return null
  const list = fieldOf(call, 'arguments')
  return list?.children.filter(({ type }) => !/^(?:[(),]|comment)$/.test(type)).length ?? null
}
