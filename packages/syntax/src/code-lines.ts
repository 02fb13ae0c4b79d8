import { parsePython, type SyntaxNode } from './grammar.ts'
import { type LineTable, lineTable } from './line-table.ts'
import type { DecodedSource } from './model.ts'
import { bareStringOf } from './nodes.ts'

/**
 * Lines, from 1, that hold code: a token that is neither a comment nor (part of) a string which is a whole statement.
 * Lines are counted as git does: a lone carriage return ends none.
 *
 * @param root of the text, where it is parsed already
 */
export function codeLineNumbers(
  { text, written }: Pick<DecodedSource, 'text' | 'written'>,
  root: SyntaxNode = parsePython(text).root,
): ReadonlySet<number> {
  const found = new Set<number>()
  markCode(root, text, lineTable(written), found)
  return found
}

function markCode(node: SyntaxNode, text: string, lines: LineTable, found: Set<number>): void {
  if (node.type === 'comment' || bareStringOf(node, text) !== null) return
  // A string is one token, however many lines it has.
  if (node.type !== 'string' && node.children.length > 0) {
    for (const child of node.children) markCode(child, text, lines, found)
  } else if (node.start < node.end) {
    const last = lines.lineAt(node.end - 1)
    for (let line = lines.lineAt(node.start); line <= last; line += 1) found.add(line)
  }
}
