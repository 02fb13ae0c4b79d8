import type { SyntaxNode } from './grammar.ts'
import type { LineTable } from './line-table.ts'
import type { Definition, NameUse } from './model.ts'
import { textOf } from './nodes.ts'

/** Where a node lies. */
export interface Scope {
  /** Id of the innermost object around it, and which part of that it is in. */
  readonly within: string | null
  readonly part: NameUse['part']
  /** Strings are Python text here. */
  readonly annotation: boolean
  /** In a class, function, lambda or comprehension: what is bound here is not the module's. */
  readonly nested: boolean
}

/** What a walk needs to know of the module. */
export interface UseContext {
  readonly text: string
  readonly lines: LineTable
  readonly byNode: ReadonlyMap<SyntaxNode, Definition>
  /** Offsets of the entries of `__all__`, which are no uses. */
  readonly exported: ReadonlySet<number>
}

/** A name that an assignment of any kind binds at module level. */
export interface BoundName {
  readonly name: string
  readonly start: number
}

/** One walk over a module, and what it found so far. */
export interface UseWalk extends UseContext {
  readonly uses: NameUse[]
  readonly bound: BoundName[]
  /** Visits a node that is no target or pattern of its own. */
  readonly visit: (node: SyntaxNode, scope: Scope) => void
}

/** Notes one use, by default of the name that the node is. */
export function use(
  node: SyntaxNode,
  kind: NameUse['kind'],
  scope: Scope,
  walk: UseWalk,
  name = textOf(node, walk.text),
  qualifier: string | null = null,
): void {
  const { within, part } = scope
  const span = { start: node.start, end: node.end }
  walk.uses.push({ name, kind, qualifier, line: walk.lines.lineAt(node.start), span, within, part })
}
