import type { Definition } from '@quarry/syntax'
import type { Edit } from './edit.ts'
import { columnOf, indentOf, lastOwnLine, type Layout } from './layout.ts'

/**
 * Replaces everything behind the header's colon, comments before the first statement and behind the last one included,
 * by one `raise NotImplementedError`.
 */
export function hollowFunction(layout: Layout, definition: Definition): Edit {
  const { lines, text, newline } = layout
  const last = lastOwnLine(layout, definition.endLine, columnOf(definition.indent))
  const lineEnd = lines.endOf(last)
  const lineBreak = /\r?\n$/.exec(text.slice(lines.startOf(last), lineEnd))?.[0] ?? ''
  return {
    start: definition.header.end,
    end: lineEnd - lineBreak.length,
    replacement: `${newline}${bodyIndent(layout, definition)}raise NotImplementedError`,
    what: 'body',
    object: definition.id,
  }
}

/** As the body's first statement is indented; a body on the header's line has one step more than the header. */
function bodyIndent(layout: Layout, definition: Definition): string {
  const { body, indent, oneLine } = definition
  if (oneLine) return indent + stepOf(layout, indent)
  for (let line = layout.lines.lineAt(body.start) + 1; line <= definition.endLine; line += 1) {
    const isCode = layout.text.slice(layout.lines.startOf(line), layout.lines.endOf(line)).trim() !== ''
    if (isCode && !layout.commentLines.has(line)) return indentOf(layout, line)
  }
  return indent + stepOf(layout, indent)
}

/** One step of indentation in this file. */
function stepOf({ text }: Layout, indent: string): string {
  if (indent.includes('\t')) return '\t'
  const first = indent === '' ? /^(?:\t| +)(?=\S)/m.exec(text)?.[0] : undefined
  return first?.startsWith('\t') === true ? '\t' : '    '
}
