import { fieldOf, type ImportBinding, statementsOf, type SyntaxNode } from '@quarry/syntax'
import { nodesAround } from './find-node.ts'
import type { Layout } from './layout.ts'

const constants = new Set(['none', 'true', 'false', 'integer', 'float', 'string', 'ellipsis'])

/** The blocks of `except` clauses that run when the import fails. */
export function handlersOf({ root }: Layout, binding: ImportBinding): readonly SyntaxNode[] {
  const around = nodesAround(root, binding.statement)
  const at = around.findLastIndex(({ type }, index) => {
    return type === 'try_statement' && around[index + 1]?.type === 'block'
  })
  const clauses = around[at]?.children.filter(({ type }) => type === 'except_clause') ?? []
  return clauses.flatMap((clause) => clause.children.filter(({ type }) => type === 'block'))
}

/** Statements that bind the imported name, and nothing else, to a constant where the import fails. */
export function fallbacksOf(layout: Layout, binding: ImportBinding): readonly SyntaxNode[] {
  return handlersOf(layout, binding)
    .flatMap(statementsOf)
    .filter(({ children: [only] }) => {
      const [left, right] = only === undefined ? [] : [fieldOf(only, 'left'), fieldOf(only, 'right')]
      if (only?.type !== 'assignment' || left?.type !== 'identifier') return false
      return layout.text.slice(left.start, left.end) === binding.bound && constants.has(right?.type ?? '')
    })
}
