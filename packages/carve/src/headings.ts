import { columnOf, indentOf, isBlank, type Layout, lineCount, linesText } from './layout.ts'

/** Lines that go, from 1, inclusive, and the names of the objects in them. */
export interface GoingLines {
  readonly first: number
  readonly last: number
  readonly names: readonly string[]
}

/**
 * First line of a comment that heads only what goes, or null. It stands directly above the lines, and a blank line or
 * the end follows them; or it stands apart from them, and the block or another such heading follows, or it names what
 * goes and not what follows. What heads the file stays.
 */
export function headingAbove(layout: Layout, going: GoingLines): number | null {
  const column = columnOf(indentOf(layout, going.first))
  const bottom = lastLineAbove(layout, going.first)
  if (layout.commentLines.get(bottom) !== column) return null
  let top = bottom
  while (layout.commentLines.get(top - 1) === column) top -= 1
  if (headsFile(layout, top)) return null
  if (bottom === going.first - 1) {
    return going.last === lineCount(layout) || isBlank(layout, going.last + 1) ? top : null
  }
  const standsAlone = isBlank(layout, top - 1) || columnOf(indentOf(layout, top - 1)) < column
  if (!standsAlone) return null
  const comment = linesText(layout, top, bottom)
  return sectionEnds(layout, going.last, column) || namesOnly(layout, comment, going) ? top : null
}

/** The last line above that is not blank. */
function lastLineAbove(layout: Layout, line: number): number {
  let bottom = line - 1
  while (bottom > 0 && isBlank(layout, bottom)) bottom -= 1
  return bottom
}

function headsFile(layout: Layout, top: number): boolean {
  for (let line = 1; line < top; line += 1) {
    if (!isBlank(layout, line) && !layout.commentLines.has(line)) return false
  }
  return true
}

/** Whether nothing of the same section can follow: the file or block ends, or a comment that stands apart begins another. */
function sectionEnds(layout: Layout, last: number, column: number): boolean {
  let next = nextLineBelow(layout, last)
  if (next > lineCount(layout) || columnOf(indentOf(layout, next)) < column) return true
  if (layout.commentLines.get(next) !== column) return false
  while (layout.commentLines.get(next) === column) next += 1
  return next > lineCount(layout) || isBlank(layout, next)
}

function nextLineBelow(layout: Layout, line: number): number {
  let next = line + 1
  while (next <= lineCount(layout) && isBlank(layout, next)) next += 1
  return next
}

/** Whether the comment's first word is part of a name that goes, and not of the name that is defined next. */
function namesOnly(layout: Layout, comment: string, { last, names }: GoingLines): boolean {
  const [, word] = /^\P{L}*(\p{L}{4,})/u.exec(comment.toLowerCase()) ?? []
  if (word === undefined) return false
  const speaksOf = (name: string) => plain(name).includes(word.replace(/s$/, ''))
  const below = linesText(layout, last + 1, Math.min(lineCount(layout), last + 20))
  const [, next = ''] = /^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+([^\s(:[]+)/m.exec(below) ?? []
  return names.some(speaksOf) && !speaksOf(next)
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '')
}
