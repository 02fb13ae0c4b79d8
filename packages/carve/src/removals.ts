import { type Span, statementsOf, type SyntaxNode } from '@quarry/syntax'
import type { Edit, EditKind } from './edit.ts'
import { columnOf, firstOwnLine, indentOf, lastOwnLine, type Layout } from './layout.ts'
import { removeUnits, type Unit } from './units.ts'

/** A statement that goes, decorators included. */
export interface Removal {
  readonly what: EditKind
  readonly object: string | null
  /** End of the statement's last token. */
  readonly end: number
}

/** Statements that go, by the offset where they start. */
export type Removals = ReadonlyMap<number, Removal>

/** A removal with its place, as an entry of `Removals`. */
export type PlacedRemoval = readonly [start: number, removal: Removal]

export function removalOf({ start, end }: Span, what: EditKind, object: string | null = null): PlacedRemoval {
  return [start, { what, object, end }]
}

/** Edits that take the statements out and leave every block valid: one that has to stay and is emptied gets `pass`. */
export function removeStatements(layout: Layout, removals: Removals): readonly Edit[] {
  const found: Found = { units: [], edits: [] }
  visitBlock(layout.root, layout, removals, found)
  return [...found.edits, ...removeUnits(layout, found.units)]
}

interface Found {
  readonly units: Unit[]
  readonly edits: Edit[]
}

function visitBlock(block: SyntaxNode, layout: Layout, removals: Removals, found: Found): void {
  const statements = statementsOf(block)
  const stays = (statement: SyntaxNode) => !removals.has(statement.start)
  if (!statements.every(stays)) {
    const emptied = block.type === 'block' && !statements.some(stays)
    let opensBlock = block.type === 'block'
    for (const [index, line] of logicalLines(statements, layout.text).entries()) {
      removeFromLine(line, { opensBlock, pass: emptied && index === 0 }, layout, removals, found)
      opensBlock &&= !line.some(stays)
    }
  }
  for (const statement of statements.filter(stays)) blocksBelow(statement, layout, removals, found)
}

function blocksBelow(node: SyntaxNode, layout: Layout, removals: Removals, found: Found): void {
  for (const child of node.children) {
    const removal = child.type.endsWith('_clause') ? removals.get(child.start) : undefined
    if (removal !== undefined) {
      found.units.push(unitOf(child, removal, removal, { opensBlock: false, pass: false }, layout))
    } else if (child.type === 'block') visitBlock(child, layout, removals, found)
    else blocksBelow(child, layout, removals, found)
  }
}

/** Statements that share a line, with `;` between them, together. */
function logicalLines(statements: readonly SyntaxNode[], text: string): readonly (readonly SyntaxNode[])[] {
  const lines: SyntaxNode[][] = []
  for (const statement of statements) {
    const line = lines.at(-1)
    const before = line?.at(-1)
    const between = before === undefined ? '\n' : text.slice(before.end, statement.start)
    if (line !== undefined && !/(?<!\\\r?)\n/.test(between) && between.includes(';')) line.push(statement)
    else lines.push([statement])
  }
  return lines
}

interface Place {
  readonly opensBlock: boolean
  readonly pass: boolean
}

function removeFromLine(
  line: readonly SyntaxNode[],
  place: Place,
  layout: Layout,
  removals: Removals,
  found: Found,
): void {
  const gone = line.flatMap((statement) => removals.get(statement.start) ?? [])
  const [first, removal, last] = [line[0], gone[0], gone.at(-1)]
  if (first === undefined || removal === undefined || last === undefined) return
  if (gone.length < line.length) found.edits.push(...removeSome(line, removals))
  else if (startsLine(first.start, layout)) found.units.push(unitOf(first, removal, last, place, layout))
  else {
    const { what, object } = removal
    found.edits.push({ start: first.start, end: last.end, replacement: 'pass', what, object })
  }
}

/** Whether nothing stands before it: not a block's header, not a line that is continued. */
function startsLine(offset: number, { text, lines }: Layout): boolean {
  const start = lines.startOf(lines.lineAt(offset))
  return (
    text.slice(start, offset).trim() === '' && !/\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start))
  )
}

function unitOf(first: SyntaxNode, removal: Removal, last: Removal, place: Place, layout: Layout): Unit {
  const { what, object } = removal
  const [top, bottom] = [layout.lines.lineAt(first.start), layout.lines.lineAt(last.end - 1)]
  const indent = indentOf(layout, top)
  // Comments right above a line of several such may be about all of them.
  const own = /_definition$|_clause$|^(?:if|try)_statement$/.test(first.type)
  return {
    first: own ? firstOwnLine(layout, top, columnOf(indent)) : top,
    last: own ? lastOwnLine(layout, bottom, columnOf(indent)) : bottom,
    opensBlock: place.opensBlock,
    pass: place.pass ? indent : null,
    what,
    object,
  }
}

/** Takes some statements of a line out, each with one `;`. */
function removeSome(line: readonly SyntaxNode[], removals: Removals): readonly Edit[] {
  const lastKept = line.findLastIndex((statement) => !removals.has(statement.start))
  return line.flatMap((statement, index) => {
    const removal = removals.get(statement.start)
    if (removal === undefined) return []
    const before = line[index - 1]?.end ?? statement.start
    const after = line[index + 1]?.start ?? statement.end
    const span =
      index < lastKept ? { start: statement.start, end: after } : { start: before, end: removal.end }
    return [{ ...span, replacement: '', what: removal.what, object: removal.object }]
  })
}
