import { columnOf, indentOf, isBlank, type Layout, lineCount } from './layout.ts'

/** Lines that go, from 1, inclusive. */
export interface Lines {
  readonly first: number
  readonly last: number
}

/**
 * First line of a comment that heads only what goes, or null: it stands directly above the lines, and a blank line or
 * the end follows them; or it stands apart from them, and the block or another such heading follows. What heads the
 * file stays.
 */
export function headingAbove(layout: Layout, { first, last }: Lines): number | null {
  const column = columnOf(indentOf(layout, first))
  const bottom = above(layout, first)
  if (layout.commentLines.get(bottom) !== column) return null
  let top = bottom
  while (layout.commentLines.get(top - 1) === column) top -= 1
  if (headsFile(layout, top)) return null
  const apart = bottom < first - 1
  if (!apart) return last === lineCount(layout) || isBlank(layout, last + 1) ? top : null
  const standsAlone = isBlank(layout, top - 1) || columnOf(indentOf(layout, top - 1)) < column
  return standsAlone && sectionEnds(layout, last, column) ? top : null
}

/** The last line above that is not blank. */
function above(layout: Layout, line: number): number {
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
  let next = last + 1
  while (next <= lineCount(layout) && isBlank(layout, next)) next += 1
  if (next > lineCount(layout) || columnOf(indentOf(layout, next)) < column) return true
  if (layout.commentLines.get(next) !== column) return false
  while (layout.commentLines.get(next) === column) next += 1
  return next > lineCount(layout) || isBlank(layout, next)
}
