import type { SyntaxNode } from './grammar.ts'
import type { LineTable } from './line-table.ts'
import { isLocal, type LocalNames } from './local-names.ts'
import type { Definition, NameUse } from './model.ts'
import { nameOf } from './nodes.ts'

/** Where a node lies. */
export interface Scope {
  /** Id of the innermost object around it, and which part of that it is in. */
  readonly within: string | null
  readonly part: NameUse['part']
  /** Strings are Python text here. */
  readonly annotation: boolean
  /** In a class, function, lambda or comprehension: what is bound here is not the module's. */
  readonly nested: boolean
  /** Names that functions, lambdas and comprehensions around it bind; null outside of all. */
  readonly locals: LocalNames | null
  /** Whether what is bound here is bound in `locals`: not so in the body of a class. */
  readonly bindsLocals: boolean
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

/** A use, before it is known whether its name is local: a function may bind a name below the place where it is used. */
export type FoundUse = Omit<NameUse, 'local'> & { readonly locals: LocalNames | null }

/** One walk over a module, and what it found so far. */
export interface UseWalk extends UseContext {
  readonly uses: FoundUse[]
  /** Roles that a name or string plays for the node around it, by the offset where it starts. */
  readonly roles: Map<number, NameUse['role']>
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
  name = nameOf(node, walk.text),
  qualifier: string | null = null,
): void {
  const { within, part, locals } = scope
  const span = { start: node.start, end: node.end }
  const role = scope.annotation ? 'annotation' : (walk.roles.get(node.start) ?? 'read')
  const line = walk.lines.lineAt(node.start)
  walk.uses.push({ name, kind, qualifier, role, line, span, within, part, locals })
}

/** The use with its last word; the first part of a dotted name is what may be local. */
export function settled({ locals, ...found }: FoundUse): NameUse {
  const first = found.kind === 'name' ? found.name : found.kind === 'attribute' ? found.qualifier : null
  return { ...found, local: first !== null && isLocal(first.split('.', 1)[0] ?? first, locals) }
}
