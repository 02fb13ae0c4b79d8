import { createRequire } from 'node:module'
import type Parser from 'tree-sitter'
import { respell } from './respell.ts'

/** A node of the concrete syntax tree as plain data; offsets are UTF-16 code units of the parsed text. */
export interface SyntaxNode {
  /** The grammar's name; for a token without a name its own text, such as `:`. */
  readonly type: string
  /** The part it plays in its parent, or null. */
  readonly field: string | null
  readonly start: number
  readonly end: number
  readonly children: readonly SyntaxNode[]
}

export interface SyntaxTree {
  readonly root: SyntaxNode
  /** Where the grammar first gave up, or null. Null does not mean that Python accepts the text: only the interpreter knows. */
  readonly errorAt: number | null
}

interface OpenNode extends SyntaxNode {
  readonly children: OpenNode[]
}

let parser: Parser | undefined

/** Loaded at first use: native code has no place in a program that only looks something up. */
function pythonParser(): Parser {
  if (parser === undefined) {
    const load = createRequire(import.meta.url)
    const TreeSitter: typeof Parser = load('tree-sitter')
    const python: Parser.Language = load('tree-sitter-python')
    parser = new TreeSitter()
    parser.setLanguage(python)
  }
  return parser
}

/** A default can hide another error, and a template string another template string. */
const spellings = 4

/** Parses Python text; what the grammar does not know is tried in other words, and the tree is as if they were there. */
export function parsePython(text: string): SyntaxTree {
  let tree = parseOnce(text)
  for (let spelled = text, times = 0; tree.errorAt !== null && times < spellings; times += 1) {
    const again = respell(spelled, tree.root)
    if (again === spelled) break
    spelled = again
    tree = parseOnce(spelled)
  }
  return tree
}

/** The only place that knows tree-sitter, so that another build of it can take its place. */
function parseOnce(text: string): SyntaxTree {
  // The native reader takes a string in one piece only up to its buffer, so the buffer follows the text.
  const tree = pythonParser().parse(text, null, { bufferSize: Math.max(32 * 1024, text.length * 4) })
  const root = copyTree(tree.walk())
  return { root, errorAt: tree.rootNode.hasError ? firstError(root, text.length) : null }
}

/** Native nodes cost a call for every look at them and stay in memory until the event loop turns: one copy, then plain data. */
function copyTree(cursor: Parser.TreeCursor): SyntaxNode {
  const root = openNode(cursor)
  const path: OpenNode[] = [root]
  for (;;) {
    const parent = path.at(-1)
    if (parent === undefined) return root
    if (cursor.gotoFirstChild()) {
      const child = openNode(cursor)
      parent.children.push(child)
      path.push(child)
      continue
    }
    for (;;) {
      path.pop()
      const above = path.at(-1)
      if (above === undefined) return root
      if (cursor.gotoNextSibling()) {
        const sibling = openNode(cursor)
        above.children.push(sibling)
        path.push(sibling)
        break
      }
      cursor.gotoParent()
    }
  }
}

function openNode(cursor: Parser.TreeCursor): OpenNode {
  return {
    type: cursor.nodeIsMissing ? 'MISSING' : cursor.nodeType,
    field: cursor.currentFieldName ?? null,
    start: cursor.startIndex,
    end: cursor.endIndex,
    children: [],
  }
}

function firstError(node: SyntaxNode, otherwise: number): number {
  if (node.type === 'ERROR' || node.type === 'MISSING') return node.start
  return node.children.reduce((least, child) => Math.min(least, firstError(child, otherwise)), otherwise)
}
