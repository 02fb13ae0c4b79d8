import type { SyntaxNode } from './grammar.ts'
import type { LineTable } from './line-table.ts'
import type { ExportEntry } from './model.ts'
import { dottedNameOf, fieldOf, plainStringOf, statementsBelow } from './nodes.ts'

/** Plain string entries of `__all__`: of lists and tuples that it is assigned or extended by, and of `.append`. */
export function findExports(root: SyntaxNode, text: string, lines: LineTable): readonly ExportEntry[] {
  return [...statementsBelow(root, () => false)]
    .flatMap((statement) => statement.children)
    .flatMap((expression) => entriesOf(expression, text))
    .map(({ node, name }) => ({
      name,
      line: lines.lineAt(node.start),
      span: { start: node.start, end: node.end },
    }))
}

interface Entry {
  readonly node: SyntaxNode
  readonly name: string
}

function entriesOf(expression: SyntaxNode, text: string): readonly Entry[] {
  if (expression.type === 'assignment' || expression.type === 'augmented_assignment') {
    const [left, right] = [fieldOf(expression, 'left'), fieldOf(expression, 'right')]
    if (left === null || right === null) return []
    return dottedNameOf(left, text) === '__all__' ? listed(right, false, text) : entriesOf(right, text)
  }
  const [callee, given] = [fieldOf(expression, 'function'), fieldOf(expression, 'arguments')]
  if (expression.type !== 'call' || callee === null || given === null) return []
  const method = dottedNameOf(callee, text)
  if (method === '__all__.append') return listed(given, true, text)
  return method === '__all__.extend' ? listed(given, false, text) : []
}

function listed(node: SyntaxNode, inList: boolean, text: string): readonly Entry[] {
  const name = inList ? plainStringOf(node, text) : null
  if (name !== null) return [{ node, name }]
  const isList =
    node.type === 'list' || node.type === 'tuple' || node.type === 'set' || node.type === 'expression_list'
  return node.children.flatMap((child) =>
    child.type === 'concatenated_string' ? [] : listed(child, inList || isList, text),
  )
}
