import { type DecodedSource, type LineTable, lineTable, parsePython, type SyntaxNode } from '@quarry/syntax'

/** A file's text with what its layout says: lines, comments that have a line for themselves, newline style. */
export interface Layout {
  readonly text: string
  /** The same with the file's own line ends. */
  readonly written: string
  readonly root: SyntaxNode
  readonly lines: LineTable
  readonly newline: string
  /** Column of the comment of each line that holds nothing else, by line from 1. */
  readonly commentLines: ReadonlyMap<number, number>
}

/** Characters of text whose layouts are kept: candidates of one repository carve the same files again and again. */
const charactersKept = 1_500_000

/** Layouts by source; what was asked for least recently goes first. */
const kept = new Map<DecodedSource, Layout>()

/** The layout of a source. Results are shared: do not change them. */
export function layoutOf(source: DecodedSource): Layout {
  const layout = kept.get(source) ?? layOut(source)
  kept.delete(source)
  kept.set(source, layout)
  let total = [...kept.keys()].reduce((sum, { text }) => sum + text.length, 0)
  for (const [oldest] of kept) {
    if (total <= charactersKept || oldest === source) break
    kept.delete(oldest)
    total -= oldest.text.length
  }
  return layout
}

function layOut({ text, written }: DecodedSource): Layout {
  const { root } = parsePython(text)
  const lines = lineTable(text)
  const commentLines = new Map<number, number>()
  for (const comment of commentsBelow(root)) {
    const line = lines.lineAt(comment.start)
    const before = text.slice(lines.startOf(line), comment.start)
    if (before.trim() === '') commentLines.set(line, columnOf(before))
  }
  const newline = /\r\n?|\n/.exec(written)?.[0] ?? '\n'
  return { text, written, root, lines, newline, commentLines }
}

function commentsBelow(root: SyntaxNode): readonly SyntaxNode[] {
  const comments: SyntaxNode[] = []
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'comment') comments.push(node)
    for (const child of node.children) open.push(child)
  }
  return comments
}

/** The column that white space leads to, as the interpreter counts: tabs to multiples of eight, form feeds back to 0. */
export function columnOf(indent: string): number {
  let column = 0
  for (const character of indent) {
    if (character === '\t') column = (Math.floor(column / 8) + 1) * 8
    else if (character === '\f') column = 0
    else column += 1
  }
  return column
}

function lineText({ text, lines }: Pick<Layout, 'text' | 'lines'>, line: number): string {
  return text.slice(lines.startOf(line), lines.endOf(line))
}

/** The text of some lines, from the first to the last. */
export function linesText(
  { text, lines }: Pick<Layout, 'text' | 'lines'>,
  first: number,
  last: number,
): string {
  return text.slice(lines.startOf(first), lines.endOf(last))
}

/** White space at the start of a line. */
export function indentOf(layout: Pick<Layout, 'text' | 'lines'>, line: number): string {
  return /^[ \t\f]*/.exec(lineText(layout, line))?.[0] ?? ''
}

export function isBlank(layout: Pick<Layout, 'text' | 'lines'>, line: number): boolean {
  return lineText(layout, line).trim() === ''
}

/** Number of lines; an empty last one, behind the file's last line break, is none. */
export function lineCount({ text, lines }: Pick<Layout, 'text' | 'lines'>): number {
  return lines.startOf(lines.count) === text.length ? lines.count - 1 : lines.count
}

/** The last line of a definition that ends on `line`: comments below it, indented more than it, are its own. */
export function lastOwnLine(layout: Layout, line: number, column: number): number {
  let last = line
  for (let next = line + 1; next <= lineCount(layout); next += 1) {
    const comment = layout.commentLines.get(next)
    if (comment === undefined ? !isBlank(layout, next) : comment <= column) return last
    if (comment !== undefined) last = next
  }
  return last
}

const firstLines = /^#!|coding[:=]/

/** The first line of a definition that starts on `line`: comments directly above, in the same column, describe it. */
export function firstOwnLine(layout: Layout, line: number, column: number): number {
  let first = line
  while (layout.commentLines.get(first - 1) === column) {
    // A shebang or a coding cookie is the file's, whatever follows.
    if (first - 1 <= 2 && firstLines.test(lineText(layout, first - 1))) break
    first -= 1
  }
  return first
}
