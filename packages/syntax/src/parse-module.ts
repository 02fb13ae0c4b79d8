import { decodeSource } from './decode.ts'
import { findDefinitions } from './definitions.ts'
import { findExports } from './exports.ts'
import { parsePython, type SyntaxNode } from './grammar.ts'
import { findImports } from './imports.ts'
import { type LineTable, lineTable } from './line-table.ts'
import type { DecodedSource, ParseResult, PythonModule } from './model.ts'
import { findUses } from './uses.ts'

/**
 * Parses one Python file. `unparsed` says why a file is not to be edited; a parsed file need not be valid Python, since
 * the grammar is lenient: whatever is made from it has to be compiled.
 */
export function parseModule(path: string, bytes: Uint8Array): ParseResult {
  const decoding = decodeSource(bytes)
  if (decoding.kind === 'undecodable') {
    return { kind: 'unparsed', path, reason: decoding.reason, line: decoding.line }
  }
  const { source } = decoding
  const lines = lineTable(source.text)
  const { root, errorAt } = parsePython(source.text)
  if (errorAt !== null) {
    return { kind: 'unparsed', path, reason: 'it has a syntax error', line: lines.lineAt(errorAt) }
  }
  const found = findDefinitions(root, path, source.text, lines)
  if (found.emptyAt !== null) {
    return { kind: 'unparsed', path, reason: 'a definition has no body', line: lines.lineAt(found.emptyAt) }
  }
  return { kind: 'parsed', module: moduleOf(path, source, root, lines, found) }
}

function moduleOf(
  path: string,
  source: DecodedSource,
  root: SyntaxNode,
  lines: LineTable,
  { definitions, byNode }: ReturnType<typeof findDefinitions>,
): PythonModule {
  const { text } = source
  const exports = findExports(root, text, lines)
  const exported = new Set(exports.map((entry) => entry.span.start))
  const { uses, bound } = findUses(root, { text, lines, byNode, exported })
  return {
    path,
    source,
    definitions,
    imports: findImports(root, definitions, text, lines),
    uses,
    exports,
    assignments: bound.map(({ name, start }) => ({ name, line: lines.lineAt(start) })),
  }
}
