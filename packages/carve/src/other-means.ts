import { fieldOf, type NameUse, type PythonModule, type Span } from '@quarry/syntax'
import { nodesAround } from './find-node.ts'
import type { Layout } from './layout.ts'

/** Where a module looks its names up by other means than by saying them: `globals()`, `eval` without a namespace. */
export function otherMeans({ uses }: PythonModule, layout: Layout): readonly Span[] {
  return uses
    .filter((use) => use.kind === 'name' && !use.local && mayLookUp(use, layout))
    .map(({ span }) => span)
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
