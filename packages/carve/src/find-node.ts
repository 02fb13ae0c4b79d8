import type { Span, SyntaxNode } from '@quarry/syntax'

/** The nodes that hold the span, from the root to the outermost one with exactly this span. */
export function nodesAround(root: SyntaxNode, span: Span): readonly SyntaxNode[] {
  const path = [root]
  for (let node: SyntaxNode | undefined = root; node !== undefined;) {
    if (node !== root && node.start === span.start && node.end === span.end) return path
    node = node.children.find((child) => child.start <= span.start && span.end <= child.end)
    if (node !== undefined) path.push(node)
  }
  return path
}

/** The outermost node, the root aside, with exactly this span, or null. */
export function nodeAt(root: SyntaxNode, span: Span): SyntaxNode | null {
  const node = nodesAround(root, span).at(-1)
  return node?.start === span.start && node.end === span.end ? node : null
}
