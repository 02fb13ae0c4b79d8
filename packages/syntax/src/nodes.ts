import type { SyntaxNode } from './grammar.ts'

/** The child that plays this part, or null. */
export function fieldOf(node: SyntaxNode, field: string): SyntaxNode | null {
  return node.children.find((child) => child.field === field) ?? null
}

export function childOfType(node: SyntaxNode, type: string): SyntaxNode | null {
  return node.children.find((child) => child.type === type) ?? null
}

export function textOf(node: { start: number; end: number }, text: string): string {
  return text.slice(node.start, node.end)
}

/** A name as Python takes it: letters that are only written differently are the same (NFKC). */
export function nameOf(node: { start: number; end: number }, text: string): string {
  const written = text.slice(node.start, node.end)
  return /^[\0-\x7f]*$/.test(written) ? written : written.normalize('NFKC')
}

/** End of the last token below the node; comments and the `;` behind a last statement are not tokens of it. */
export function lastTokenEnd(node: SyntaxNode): number {
  for (let index = node.children.length - 1; index >= 0; index -= 1) {
    const child = node.children[index]
    if (child === undefined || child.type === 'comment' || child.type === ';' || child.start === child.end)
      continue
    return lastTokenEnd(child)
  }
  return node.end
}

/** The dotted name that an expression is (`a`, `a.b.c`, whatever the white space), or null. */
export function dottedNameOf(node: SyntaxNode, text: string): string | null {
  if (node.type === 'identifier') return nameOf(node, text)
  if (node.type === 'dotted_name') {
    const parts = node.children.filter((child) => child.type === 'identifier')
    return parts.map((part) => nameOf(part, text)).join('.')
  }
  if (node.type !== 'attribute') return null
  const object = fieldOf(node, 'object')
  const attribute = fieldOf(node, 'attribute')
  const before = object === null ? null : dottedNameOf(object, text)
  return before === null || attribute === null ? null : `${before}.${nameOf(attribute, text)}`
}

/** What a string constant says, escapes unread; null for bytes, f-strings and anything else. */
export function plainStringOf(node: SyntaxNode, text: string): string | null {
  if (node.type !== 'string') return null
  const [start, end] = [childOfType(node, 'string_start'), childOfType(node, 'string_end')]
  if (start === null || end === null) return null
  if (/[bft]/i.test(textOf(start, text).replace(/['"]+$/, ''))) return null
  return text.slice(start.end, end.start)
}

/** The string expression that a statement consists of, or null: a docstring when it stands first. */
export function bareStringOf(statement: SyntaxNode, text: string): SyntaxNode | null {
  const [only, ...more] = statement.children.filter((child) => child.type !== 'comment')
  if (statement.type !== 'expression_statement' || only === undefined || more.length > 0) return null
  return isConstantText(only, text) ? only : null
}

function isConstantText(node: SyntaxNode, text: string): boolean {
  if (node.type === 'string') return plainStringOf(node, text) !== null
  const inner = node.children.filter((child) => !['comment', '(', ')'].includes(child.type))
  if (node.type !== 'concatenated_string' && node.type !== 'parenthesized_expression') return false
  return inner.length > 0 && inner.every((child) => isConstantText(child, text))
}

/** Statements of a block or module, without comments and `;`. */
export function statementsOf(block: SyntaxNode): readonly SyntaxNode[] {
  return block.children.filter((child) => child.type !== 'comment' && child.type !== ';')
}

/** Every simple statement and definition below, in source order; definitions are entered only where `enter` says so. */
export function* statementsBelow(
  node: SyntaxNode,
  enter: (definition: SyntaxNode) => boolean,
): Generator<SyntaxNode> {
  for (const child of node.children) {
    if (child.type === 'function_definition' || child.type === 'class_definition') {
      yield child
      if (enter(child)) yield* statementsBelow(child, enter)
    } else if (holdsStatements(child.type)) {
      yield* statementsBelow(child, enter)
    } else if (child.type.endsWith('_statement')) {
      yield child
    }
  }
}

function holdsStatements(type: string): boolean {
  return type === 'block' || type === 'decorated_definition' || compound.has(type)
}

const compound = new Set([
  'if_statement',
  'elif_clause',
  'else_clause',
  'for_statement',
  'while_statement',
  'try_statement',
  'except_clause',
  'except_group_clause',
  'finally_clause',
  'with_statement',
  'match_statement',
  'case_clause',
])
