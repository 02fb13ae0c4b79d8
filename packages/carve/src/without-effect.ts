import { fieldOf, type SyntaxNode } from '@quarry/syntax'

const effects = new Set(['named_expression', 'await', 'yield', 'call'])

/** Functions that a condition asks and that change nothing. */
const asking = new Set('callable endswith getattr hasattr isinstance issubclass len startswith'.split(' '))

/** Whether an expression may as well not be evaluated: it calls nothing that could do something, and binds nothing. */
export function withoutEffect(
  node: SyntaxNode,
  text: string,
  harmless: ReadonlySet<string> = asking,
): boolean {
  if (node.type === 'lambda') return true
  if (node.type === 'call') {
    if (!harmless.has(calledName(node, text))) return false
  } else if (effects.has(node.type)) return false
  return node.children.every((child) => withoutEffect(child, text, harmless))
}

/** Last part of the name that is called, or '' when it has none. */
function calledName(call: SyntaxNode, text: string): string {
  const callee = fieldOf(call, 'function')
  const name = callee?.type === 'attribute' ? fieldOf(callee, 'attribute') : callee
  return name?.type === 'identifier' ? text.slice(name.start, name.end) : ''
}
