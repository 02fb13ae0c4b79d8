import type { SyntaxNode } from './grammar.ts'
import type { LineTable } from './line-table.ts'
import type { Definition } from './model.ts'
import { bareStringOf, childOfType, fieldOf, lastTokenEnd, nameOf, statementsOf, textOf } from './nodes.ts'

export interface FoundDefinitions {
  readonly definitions: readonly Definition[]
  readonly byNode: ReadonlyMap<SyntaxNode, Definition>
  /** Offset of a definition without a body, which the grammar lets pass and Python does not; else null. */
  readonly emptyAt: number | null
}

interface Search {
  readonly path: string
  readonly text: string
  readonly lines: LineTable
  readonly definitions: Definition[]
  readonly byNode: Map<SyntaxNode, Definition>
  emptyAt: number | null
}

/** Functions, methods and classes that are objects: at module level and in classes, whatever blocks lie between. */
export function findDefinitions(
  root: SyntaxNode,
  path: string,
  text: string,
  lines: LineTable,
): FoundDefinitions {
  const search: Search = { path, text, lines, definitions: [], byNode: new Map(), emptyAt: null }
  searchBelow(root, null, search)
  return search
}

function searchBelow(node: SyntaxNode, parent: Definition | null, search: Search): void {
  for (const child of node.children) {
    const inner = child.type === 'decorated_definition' ? fieldOf(child, 'definition') : child
    if (inner !== null && (inner.type === 'function_definition' || inner.type === 'class_definition')) {
      enter(inner, child, parent, search)
    } else if (!/expression|call|assignment|string|^comment$/.test(child.type)) {
      searchBelow(child, parent, search)
    }
  }
}

function enter(node: SyntaxNode, whole: SyntaxNode, parent: Definition | null, search: Search): void {
  const definition = describe(node, whole, parent, search)
  const body = fieldOf(node, 'body')
  if (definition === null || body === null || statementsOf(body).length === 0) {
    search.emptyAt ??= node.start
    return
  }
  search.definitions.push(definition)
  search.byNode.set(node, definition)
  if (definition.kind === 'class') searchBelow(body, definition, search)
}

/** A line that is continued is the same line to Python. */
const onlyContinued = /^(?:[ \t\f]|\\\r?\n)*$/

function describe(
  node: SyntaxNode,
  whole: SyntaxNode,
  parent: Definition | null,
  search: Search,
): Definition | null {
  const { text, lines, path } = search
  const [nameNode, colon, body] = [fieldOf(node, 'name'), childOfType(node, ':'), fieldOf(node, 'body')]
  if (nameNode === null || colon === null || body === null) return null
  const name = nameOf(nameNode, text)
  const qualname = parent === null ? name : `${parent.qualname}.${name}`
  const line = lines.lineAt(whole.start)
  const end = lastTokenEnd(node)
  const keywordLine = lines.lineAt(node.start)
  const [first] = statementsOf(body)
  return {
    id: `${path}::${qualname}::${line}`,
    path,
    kind: node.type === 'class_definition' ? 'class' : parent === null ? 'function' : 'method',
    name,
    qualname,
    line,
    keywordLine,
    endLine: lines.lineAt(end - 1),
    span: { start: whole.start, end },
    header: { start: node.start, end: colon.end },
    body: { start: colon.end, end },
    docstring: first === undefined ? null : spanOrNull(bareStringOf(first, text)),
    isAsync: childOfType(node, 'async') !== null,
    oneLine: first !== undefined && onlyContinued.test(text.slice(colon.end, first.start)),
    decorators: decoratorsOf(whole, text),
    bases: basesOf(node, text),
    parent: parent?.id ?? null,
    indent: text.slice(lines.startOf(keywordLine), node.start),
  }
}

function decoratorsOf(whole: SyntaxNode, text: string): Definition['decorators'] {
  return whole.children
    .filter((child) => child.type === 'decorator')
    .map((decorator) => {
      const span = { start: decorator.start, end: lastTokenEnd(decorator) }
      return { text: textOf(span, text), span }
    })
}

function basesOf(node: SyntaxNode, text: string): readonly string[] {
  const list = fieldOf(node, 'superclasses')
  const parts = list?.children.filter((child) => !['(', ')', ',', 'comment'].includes(child.type)) ?? []
  return parts.map((part) => textOf(part, text))
}

function spanOrNull(node: SyntaxNode | null): Definition['docstring'] {
  return node === null ? null : { start: node.start, end: node.end }
}
