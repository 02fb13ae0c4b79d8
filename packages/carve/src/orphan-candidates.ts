import {
  fieldOf,
  type ImportBinding,
  type PythonModule,
  type Span,
  statementsOf,
  type SyntaxNode,
} from '@quarry/syntax'
import type { Layout } from './layout.ts'
import { isOfTree, loadedAllTheSame } from './loading.ts'
import type { Sources } from './sources.ts'
import { withoutEffect } from './without-effect.ts'

/** Something at module level that can go when nothing uses its name any more: an import or an assignment. */
export interface Candidate {
  readonly name: string
  readonly binding: ImportBinding | null
  readonly statement: SyntaxNode | null
}

export function orphanCandidates(
  sources: Sources,
  module: PythonModule,
  layout: Layout,
): readonly Candidate[] {
  const bound = Map.groupBy(boundNames(module), (name) => name)
  const exported = new Set(module.exports.map(({ name }) => name))
  const onlyOnce = ({ name }: Candidate) => bound.get(name)?.length === 1 && !exported.has(name)
  return [...importsThatMayGo(sources, module, layout), ...constantsThatMayGo(module, layout)].filter(
    onlyOnce,
  )
}

/** Every name that the module binds, as often as it does. */
function boundNames({ assignments, definitions, imports }: PythonModule): readonly string[] {
  return [
    ...assignments.map(({ name }) => name),
    ...definitions.filter(({ parent }) => parent === null).map(({ name }) => name),
    ...imports.filter(({ within }) => within === null).map(({ bound }) => bound),
  ]
}

function importsThatMayGo(sources: Sources, module: PythonModule, layout: Layout): readonly Candidate[] {
  const always = startsOf(layout.root)
  const forTypes = new Set(
    layout.root.children
      .filter(guardsTypes(layout))
      .flatMap(firstBlock)
      .map(({ start }) => start),
  )
  return module.imports
    .filter((binding) => {
      if (binding.bound === '*' || binding.module === '__future__' || saysToKeep(binding, layout))
        return false
      if (module.path.endsWith('__init__.py') && isOfTree(sources, binding)) return false
      if (forTypes.has(binding.statement.start) || module.path.endsWith('.pyi')) return true
      return always.has(binding.statement.start) && loadedAllTheSame(sources, binding)
    })
    .map((binding) => ({ name: binding.bound, binding, statement: null }))
}

function startsOf(root: SyntaxNode): ReadonlySet<number> {
  return new Set(root.children.map(({ start }) => start))
}

function guardsTypes({ text }: Layout): (node: SyntaxNode) => boolean {
  return (node) => {
    const condition = node.type === 'if_statement' ? fieldOf(node, 'condition') : null
    return condition !== null && /^(?:\w+\.)?TYPE_CHECKING$/.test(text.slice(condition.start, condition.end))
  }
}

function firstBlock(statement: SyntaxNode): readonly SyntaxNode[] {
  const block = fieldOf(statement, 'consequence')
  return block === null ? [] : statementsOf(block)
}

/** `import x as x` is a re-export by agreement; so is what a linter is told not to mind. */
function saysToKeep({ alias, name, module, statement }: ImportBinding, { lines, text }: Layout): boolean {
  if (alias !== null && alias === (name ?? module)) return true
  const written = linesAround(lines, statement)
  return /#.*(?:noqa(?!:)|F401|unused-import)/.test(text.slice(written.start, written.end))
}

function linesAround(lines: Layout['lines'], { start, end }: Span): Span {
  return { start: lines.startOf(lines.lineAt(start)), end: lines.endOf(lines.lineAt(end - 1)) }
}

/** Calls that make a value and do nothing else. */
const making = new Set(
  'ContextVar Decimal Fraction Lock ParamSpec RLock Struct TypeVar bytes chr compile copy dict encode float format frozenset int items join keys len list lower max min namedtuple object ord partial range replace set sorted split str strip sum tuple union upper values zip'.split(
    ' ',
  ),
)

/** `_NAME = value`, or without the underscore where `__all__` says what is public. */
function constantsThatMayGo({ exports }: PythonModule, { root, text }: Layout): readonly Candidate[] {
  return root.children.flatMap((statement) => {
    const [only, ...more] = statement.type === 'expression_statement' ? statement.children : []
    if (only?.type !== 'assignment' || more.length > 0) return []
    const [left, right] = [fieldOf(only, 'left'), fieldOf(only, 'right')]
    if (left?.type !== 'identifier' || right === null || right.type === 'assignment') return []
    const name = text.slice(left.start, left.end)
    const isPrivate = /^_(?!_)/.test(name) || (exports.length > 0 && !name.startsWith('_'))
    return isPrivate && withoutEffect(right, text, making) ? [{ name, binding: null, statement }] : []
  })
}
