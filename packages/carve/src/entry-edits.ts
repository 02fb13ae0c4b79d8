import type { Leftover } from '@quarry/core'
import type { Span, SyntaxNode } from '@quarry/syntax'
import { withoutAnyItem, withoutItems } from './comma-list.ts'
import type { Edit } from './edit.ts'
import { nodesAround } from './find-node.ts'
import type { Layout } from './layout.ts'

const displays = new Set(['dictionary', 'list', 'set'])

/** Takes entries out of the tables and lists that they stand in. */
export function editEntries(layout: Layout, leftovers: readonly Leftover[]): readonly Edit[] {
  const entries = leftovers
    .filter(({ what }) => what === 'entry')
    .flatMap((entry) => {
      const around = nodesAround(layout.root, entry)
      const display = around.find(({ type }) => displays.has(type))
      const item = display?.children.find(({ start }) => start === entry.start)
      return display === undefined || item === undefined ? [] : [{ display, item }]
    })
  return [...Map.groupBy(entries, ({ display }) => display)].flatMap(([display, some]) =>
    editDisplay(layout, display, new Set(some.map(({ item }) => item))),
  )
}

function editDisplay(layout: Layout, display: SyntaxNode, gone: ReadonlySet<Span>): readonly Edit[] {
  const items = display.children.filter(({ type }) => !/^(?:[[\]{},]|comment)$/.test(type))
  const inside = { start: display.start + 1, end: display.end - 1 }
  const list = { items, inside, tuple: false }
  // A set without items is written as a dictionary is: it has to stay as it is.
  if (display.type === 'set' && items.every((item) => gone.has(item))) return []
  const pieces = items.every((item) => gone.has(item))
    ? [withoutAnyItem(list)]
    : withoutItems(layout.text, list, gone)
  return pieces.map((piece) => ({ ...piece, what: 'entry', object: null }))
}
