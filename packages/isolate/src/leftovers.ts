import { fieldOf, parsePython, type Span, type SyntaxNode } from '@quarry/syntax'
import type { SourceIndex } from './source-index.ts'

/** Text of a module beside its definitions that has no sense without a definition which goes. */
export interface Leftover {
  readonly id: string
  readonly path: string
  readonly line: number
  readonly lines: number
  /** An `assignment` to one name of the module, or one `entry` of a table or list that is assigned to one. */
  readonly what: 'assignment' | 'entry'
  /** The name that is assigned to. */
  readonly name: string
  /** Key of an entry, where it is a string constant. */
  readonly key: string | null
  /** Offsets into the decoded text. */
  readonly span: Span
}

/** One that goes. */
export interface LostLeftover extends Leftover {
  /** Id of the object that it goes with. */
  readonly of: string
}

const roots = new WeakMap<SourceIndex, Map<string, SyntaxNode>>()

/** The piece of text around a place at module level that can be taken out by itself; null when there is none. */
export function leftoverAt(index: SourceIndex, path: string, start: number): Leftover | null {
  const statement = rootOf(index, path)?.children.find((node) => node.start <= start && start < node.end)
  const assignment = statement?.type === 'expression_statement' ? statement.children[0] : undefined
  const [left, right] =
    assignment?.type === 'assignment' ? [fieldOf(assignment, 'left'), fieldOf(assignment, 'right')] : []
  if (statement === undefined || left?.type !== 'identifier' || !right || statement.children.length > 1)
    return null
  const name = textAt(index, path, left)
  if (/^__\w+__$/u.test(name) || !isBoundOnce(index, path, name)) return null
  if (!displays.has(right.type)) return describe(index, path, 'assignment', name, statement, null)
  const item = right.children.find((node) => node.start <= start && start < node.end)
  return item === undefined ? null : entryOf(index, path, name, right, item, start)
}

const displays = new Set(['dictionary', 'list', 'set'])

function entryOf(
  index: SourceIndex,
  path: string,
  name: string,
  display: SyntaxNode,
  item: SyntaxNode,
  start: number,
): Leftover | null {
  if (item.type === 'string') {
    return listsOwnNames(index, path, display) ? describe(index, path, 'entry', name, item, null) : null
  }
  const value = item.type === 'pair' ? fieldOf(item, 'value') : display.type === 'dictionary' ? null : item
  if (value === null || start < value.start || /^["']/u.test(textAt(index, path, { start, end: start + 1 })))
    return null
  const key = item.type === 'pair' ? fieldOf(item, 'key') : null
  const said = key?.type === 'string' ? /^['"](.*)['"]$/su.exec(textAt(index, path, key))?.[1] : undefined
  return describe(index, path, 'entry', name, item, said ?? null)
}

/** A list of strings all of which are names of the module is an `__all__` by another name. */
function listsOwnNames(index: SourceIndex, path: string, display: SyntaxNode): boolean {
  const module = index.modules.get(path)
  const items = display.children.filter((node) => !/^(?:[[\]{}(),]|comment)$/u.test(node.type))
  const own = new Set([
    ...(module?.definitions ?? []).filter(({ parent }) => parent === null).map(({ name }) => name),
    ...(module?.imports ?? []).map(({ bound }) => bound),
    ...(module?.assignments ?? []).map(({ name }) => name),
  ])
  return items.every((item) => item.type === 'string' && own.has(textAt(index, path, item).slice(1, -1)))
}

function describe(
  index: SourceIndex,
  path: string,
  what: Leftover['what'],
  name: string,
  node: SyntaxNode,
  key: string | null,
): Leftover {
  const text = index.modules.get(path)?.source.text ?? ''
  const line = text.slice(0, node.start).split('\n').length
  const lines = text.slice(node.start, node.end).split('\n').length
  const span = { start: node.start, end: node.end }
  return { id: `${path}::${name}::${line}:${node.start}`, path, line, lines, what, name, key, span }
}

/** Whether one statement alone gives the name its meaning. */
function isBoundOnce(index: SourceIndex, path: string, name: string): boolean {
  const module = index.modules.get(path)
  if (module === undefined) return false
  return (
    module.assignments.filter((one) => one.name === name).length === 1 &&
    module.definitions.every((one) => one.parent !== null || one.name !== name) &&
    module.imports.every((one) => one.bound !== name)
  )
}

function rootOf(index: SourceIndex, path: string): SyntaxNode | undefined {
  const known = roots.get(index) ?? new Map<string, SyntaxNode>()
  roots.set(index, known)
  const text = index.modules.get(path)?.source.text
  if (text !== undefined && !known.has(path)) known.set(path, parsePython(text).root)
  return known.get(path)
}

function textAt(index: SourceIndex, path: string, { start, end }: Span): string {
  return index.modules.get(path)?.source.text.slice(start, end) ?? ''
}
