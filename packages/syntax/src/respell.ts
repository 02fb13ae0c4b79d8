import type { SyntaxNode } from './grammar.ts'

/**
 * Spells what is newer than the grammar in its own words, every character in its place: the default of a type parameter
 * (PEP 696) as a bound, or as one more alternative of its bound, and a template string (PEP 750) as an f-string. The
 * same definitions, spans and names are found. Returns the text itself where there is nothing to spell.
 *
 * @param root what the grammar made of the text, errors and all
 */
export function respell(text: string, root: SyntaxNode): string {
  const tokens = [...tokensBelow(root)]
  const spelled = [...defaultsOfTypeParameters(tokens, text), ...templateStrings(tokens, text)]
  const characters = text.split('')
  for (const [at, character] of spelled) characters[at] = character
  return spelled.length === 0 ? text : characters.join('')
}

type Spelling = readonly [at: number, character: string]

function* tokensBelow(node: SyntaxNode): Generator<SyntaxNode> {
  if (node.children.length === 0) yield node
  for (const child of node.children) yield* tokensBelow(child)
}

/** `=` in the brackets behind `def name`, `class name` or `type name`. */
function* defaultsOfTypeParameters(tokens: readonly SyntaxNode[], text: string): Generator<Spelling> {
  for (const [index, token] of tokens.entries()) {
    const [keyword, name] = [tokens[index - 2], tokens[index - 1]]
    if (token.type !== '[' || name?.type !== 'identifier' || keyword === undefined) continue
    if (!/^(?:def|class|type)$/.test(text.slice(keyword.start, keyword.end))) continue
    yield* defaultsInBrackets(tokens.slice(index + 1))
  }
}

function* defaultsInBrackets(tokens: readonly SyntaxNode[]): Generator<Spelling> {
  let [depth, bounded] = [1, false]
  for (const { type, start } of tokens) {
    if (/^[([{]$/.test(type)) depth += 1
    if (/^[)\]}]$/.test(type)) depth -= 1
    if (depth === 0) return
    if (depth > 1) continue
    if (type === ',') bounded = false
    if (type === ':') bounded = true
    if (type === '=') yield [start, bounded ? '|' : ':']
  }
}

function* templateStrings(tokens: readonly SyntaxNode[], text: string): Generator<Spelling> {
  for (const [index, { start, end }] of tokens.entries()) {
    const prefix = text.slice(start, end)
    const next = tokens[index + 1]
    if (!/^(?:t|rt|tr)$/i.test(prefix) || next?.type !== 'string_start' || next.start !== end) continue
    const at = prefix.toLowerCase().indexOf('t')
    yield [start + at, prefix[at] === 't' ? 'f' : 'F']
  }
}
