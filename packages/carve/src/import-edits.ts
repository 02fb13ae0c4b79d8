import type { ImportBinding, Span } from '@quarry/syntax'
import { withoutItems } from './comma-list.ts'
import type { Edit } from './edit.ts'
import { nodeAt } from './find-node.ts'
import type { Layout } from './layout.ts'
import type { Removal } from './removals.ts'

export interface ReferenceEdits {
  readonly edits: readonly Edit[]
  /** Statements that lose all they have, by the offset where they start. */
  readonly removals: ReadonlyMap<number, Removal>
}

/** Takes the bindings out of their import statements; aliases, comments and other names stay. */
export function editImports(
  layout: Layout,
  imports: readonly ImportBinding[],
  gone: ReadonlySet<ImportBinding>,
): ReferenceEdits {
  const edits: Edit[] = []
  const removals = new Map<number, Removal>()
  for (const [start, bindings] of Map.groupBy(imports, (binding) => binding.statement.start)) {
    const [first] = bindings
    const lost = bindings.filter((binding) => gone.has(binding))
    if (first === undefined || lost.length === 0) continue
    if (lost.length === bindings.length) {
      removals.set(start, { what: 'import', object: null, end: first.statement.end })
      continue
    }
    const items = bindings.map((binding) => binding.span)
    const list = { items, inside: parenthesesOf(layout, first.statement), tuple: false }
    const pieces = withoutItems(layout.text, list, new Set(lost.map((binding) => binding.span)))
    edits.push(...pieces.map((piece) => ({ ...piece, what: 'import' as const, object: null })))
  }
  return { edits, removals }
}

function parenthesesOf(layout: Layout, statement: Span): Span | null {
  const children = nodeAt(layout.root, statement)?.children ?? []
  const open = children.find((child) => child.type === '(')
  const close = children.find((child) => child.type === ')')
  return open === undefined || close === undefined ? null : { start: open.end, end: close.start }
}
