import { enclosing } from './definition-at.ts'
import type { SyntaxNode } from './grammar.ts'
import type { LineTable } from './line-table.ts'
import type { Definition, ImportBinding } from './model.ts'
import { childOfType, dottedNameOf, fieldOf, nameOf, statementsBelow, textOf } from './nodes.ts'

type Origin = Pick<ImportBinding, 'module' | 'level'>
type Bound = Pick<ImportBinding, 'name' | 'alias' | 'bound' | 'span'> & Origin

/** Every name that an import statement binds, at any depth. */
export function findImports(
  root: SyntaxNode,
  definitions: readonly Definition[],
  text: string,
  lines: LineTable,
): readonly ImportBinding[] {
  return [...statementsBelow(root, () => true)].flatMap((statement) =>
    boundBy(statement, text).map((bound) => ({
      ...bound,
      line: lines.lineAt(bound.span.start),
      statement: { start: statement.start, end: statement.end },
      within: enclosing(definitions, statement.start)?.id ?? null,
    })),
  )
}

function boundBy(statement: SyntaxNode, text: string): readonly Bound[] {
  switch (statement.type) {
    case 'import_statement':
      return namesOf(statement).map((part) => boundByImport(part, text))
    case 'future_import_statement':
      return namesOf(statement).map((part) => boundByFrom(part, { module: '__future__', level: 0 }, text))
    case 'import_from_statement':
      return boundByFromStatement(statement, text)
    default:
      return []
  }
}

function namesOf(statement: SyntaxNode): readonly SyntaxNode[] {
  return statement.children.filter((child) => child.field === 'name')
}

function boundByFromStatement(statement: SyntaxNode, text: string): readonly Bound[] {
  const origin = originOf(fieldOf(statement, 'module_name'), text)
  const star = childOfType(statement, 'wildcard_import')
  if (star !== null) {
    return [{ ...origin, name: '*', alias: null, bound: '*', span: { start: star.start, end: star.end } }]
  }
  return namesOf(statement).map((part) => boundByFrom(part, origin, text))
}

function originOf(node: SyntaxNode | null, text: string): Origin {
  if (node === null) return { module: '', level: 0 }
  if (node.type !== 'relative_import') return { module: dottedNameOf(node, text) ?? '', level: 0 }
  const prefix = childOfType(node, 'import_prefix')
  const name = childOfType(node, 'dotted_name')
  return {
    module: name === null ? '' : (dottedNameOf(name, text) ?? ''),
    level: prefix === null ? 0 : textOf(prefix, text).replaceAll(/[^.]/g, '').length,
  }
}

function boundByImport(part: SyntaxNode, text: string): Bound {
  const { name, alias, span } = nameAndAlias(part, text)
  return { module: name, level: 0, name: null, alias, bound: alias ?? name.split('.', 1)[0] ?? name, span }
}

function boundByFrom(part: SyntaxNode, origin: Origin, text: string): Bound {
  const { name, alias, span } = nameAndAlias(part, text)
  return { ...origin, name, alias, bound: alias ?? name, span }
}

function nameAndAlias(
  part: SyntaxNode,
  text: string,
): { name: string; alias: string | null; span: Bound['span'] } {
  const named = part.type === 'aliased_import' ? fieldOf(part, 'name') : part
  const alias = part.type === 'aliased_import' ? fieldOf(part, 'alias') : null
  return {
    name: named === null ? '' : (dottedNameOf(named, text) ?? ''),
    alias: alias === null ? null : nameOf(alias, text),
    span: { start: part.start, end: part.end },
  }
}
