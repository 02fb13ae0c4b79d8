import { fieldOf, lastTokenEnd, statementsOf, type SyntaxNode } from '@quarry/syntax'
import type { Layout } from './layout.ts'
import { withoutEffect } from './without-effect.ts'
import type { Removal, Removals } from './removals.ts'

/**
 * The removals, and what they leave nothing in: an `if` or `try` whose blocks all lose what they had, and a clause that
 * may as well not be there. A person would not leave `else: pass` behind.
 */
export function withEmptied(layout: Layout, removals: Removals): Removals {
  const all = new Map(removals)
  const starts = [...removals.keys()].toSorted((a, b) => a - b)
  const touched = ({ start, end }: SyntaxNode) => starts.some((at) => start <= at && at < end)
  const visit = (node: SyntaxNode): void => {
    if (removals.has(node.start) && statements.test(node.type)) return
    for (const child of node.children) if (touched(child)) visit(child)
    if (compound.has(node.type)) dropEmptied(node, layout, all)
  }
  if (starts.length > 0) visit(layout.root)
  return all
}

const statements = /_statement$|_definition$/
const compound = new Set(['if_statement', 'try_statement', 'for_statement', 'while_statement'])

function dropEmptied(statement: SyntaxNode, layout: Layout, all: Map<number, Removal>): void {
  const parts = [statement, ...statement.children.filter(({ type }) => type.endsWith('_clause'))]
  const emptied = (part: SyntaxNode) => isEmptied(part, all)
  if (!parts.some(emptied)) return
  if (parts.every((part) => emptied(part) || isPass(part)) && mayVanish(statement, parts, layout)) {
    all.set(statement.start, { what: 'block', object: null, end: lastTokenEnd(statement) })
    return
  }
  const [, ...clauses] = parts
  for (const clause of clauses.toReversed()) {
    if (emptied(clause) && clauseMayVanish(clause, clauses, layout)) {
      all.set(clause.start, { what: 'block', object: null, end: lastTokenEnd(clause) })
      // An `elif` that nothing is done in still keeps what follows it from being done.
    } else if (clause.type === 'else_clause' || clause.type === 'elif_clause') return
  }
}

function blockOf(part: SyntaxNode): readonly SyntaxNode[] {
  const block = part.children.find(({ type }) => type === 'block')
  return block === undefined ? [] : statementsOf(block)
}

/** Whether the part's block loses all that it had, and had something to lose. */
function isEmptied(part: SyntaxNode, all: Removals): boolean {
  const own = blockOf(part)
  return (
    own.some(({ start }) => all.has(start)) && own.every((one) => all.has(one.start) || isPassStatement(one))
  )
}

function isPass(part: SyntaxNode): boolean {
  return blockOf(part).every(isPassStatement)
}

function isPassStatement({ type }: SyntaxNode): boolean {
  return type === 'pass_statement'
}

function mayVanish(statement: SyntaxNode, parts: readonly SyntaxNode[], layout: Layout): boolean {
  if (statement.type === 'try_statement') return true
  return statement.type === 'if_statement' && parts.every((part) => conditionIsFree(part, layout))
}

function clauseMayVanish(clause: SyntaxNode, clauses: readonly SyntaxNode[], layout: Layout): boolean {
  if (clause.type === 'else_clause') return true
  if (clause.type === 'elif_clause') return conditionIsFree(clause, layout)
  return clause.type === 'finally_clause' && clauses.some(({ type }) => type.startsWith('except'))
}

function conditionIsFree(part: SyntaxNode, { text }: Layout): boolean {
  const condition = fieldOf(part, 'condition')
  return condition === null || withoutEffect(condition, text)
}
