import { fieldOf, type ImportBinding, statementsOf, type SyntaxNode } from '@quarry/syntax'
import { nodesAround } from './find-node.ts'
import type { Layout } from './layout.ts'

const constants = new Set(['none', 'true', 'false', 'integer', 'float', 'string', 'ellipsis'])

/** Statements that bind the imported name to a constant where the import fails: `except ImportError: name = None`. */
export function fallbacksOf({ root, text }: Layout, binding: ImportBinding): readonly SyntaxNode[] {
  const around = nodesAround(root, binding.statement)
  const at = around.findLastIndex(({ type }, index) => {
    return type === 'try_statement' && around[index + 1]?.type === 'block'
  })
  const clauses = around[at]?.children.filter(({ type }) => type === 'except_clause') ?? []
  return clauses
    .flatMap((clause) => clause.children.filter(({ type }) => type === 'block'))
    .flatMap(statementsOf)
    .filter(({ children: [only] }) => {
      const [left, right] = only === undefined ? [] : [fieldOf(only, 'left'), fieldOf(only, 'right')]
      if (only?.type !== 'assignment' || left?.type !== 'identifier') return false
      return text.slice(left.start, left.end) === binding.bound && constants.has(right?.type ?? '')
    })
}
