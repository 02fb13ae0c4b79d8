import type { ExportEntry, Span, SyntaxNode } from '@quarry/syntax'
import { type CommaList, withoutAnyItem, withoutItems } from './comma-list.ts'
import type { Edit } from './edit.ts'
import { nodesAround } from './find-node.ts'
import type { ReferenceEdits } from './import-edits.ts'
import type { Layout } from './layout.ts'
import type { Removal } from './removals.ts'

/** Takes the entries of lost names out of `__all__`; an `append`, `extend` or `+=` of nothing else goes as a whole. */
export function editExports(
  layout: Layout,
  exports: readonly ExportEntry[],
  lost: ReadonlySet<string>,
): ReferenceEdits {
  const edits: Edit[] = []
  const removals = new Map<number, Removal>()
  const entries = exports.filter((entry) => lost.has(entry.name)).map((entry) => placeOf(layout, entry.span))
  for (const [list, places] of Map.groupBy(entries, (place) => place.list)) {
    const gone = new Set<Span>(places.map((place) => place.item))
    const statement = places[0]?.statement ?? list
    const items = itemsOf(list)
    const all = items.items.every((item) => gone.has(item))
    if (all && onlyAdds(statement, list)) {
      removals.set(statement.start, { what: 'export', object: null, end: statement.end })
      continue
    }
    const pieces = all ? [withoutAnyItem(items)] : withoutItems(layout.text, items, gone)
    edits.push(...pieces.map((piece) => ({ ...piece, what: 'export' as const, object: null })))
  }
  return { edits, removals }
}

interface Place {
  readonly item: SyntaxNode
  readonly list: SyntaxNode
  readonly statement: SyntaxNode
}

function placeOf(layout: Layout, span: Span): Place {
  const path = nodesAround(layout.root, span)
  const list = path.findLast((node) => lists.has(node.type)) ?? layout.root
  const item = path[path.indexOf(list) + 1] ?? list
  const statement = path.find((node) => node.type === 'expression_statement') ?? list
  return { item, list, statement }
}

const lists = new Set(['list', 'tuple', 'set', 'expression_list', 'argument_list'])

function itemsOf(list: SyntaxNode): CommaList {
  const [open, close] = [list.children[0], list.children.at(-1)]
  const items = list.children.filter((child) => !/^(?:[()[\]{},]|comment)$/.test(child.type))
  const bare = list.type === 'expression_list' || open === undefined || close === undefined
  return {
    items,
    inside: bare ? null : { start: open.end, end: close.start },
    tuple: list.type === 'tuple' || list.type === 'expression_list',
  }
}

/** `__all__ += ['a']`, `__all__.append('a')`, `__all__.extend(['a'])`: nothing is left when the list is empty. */
function onlyAdds(statement: SyntaxNode, list: SyntaxNode): boolean {
  const [expression] = statement.children
  if (expression?.type === 'augmented_assignment') return expression.children.at(-1) === list
  if (expression?.type !== 'call') return false
  const given = expression.children.at(-1)
  return (
    given === list ||
    (given?.type === 'argument_list' && given.children.length === 3 && given.children[1] === list)
  )
}
