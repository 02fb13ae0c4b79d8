import { fieldOf, type SyntaxNode } from '@quarry/syntax'

/** A value that a Python text spells out. Whatever would need running is undefined. */
export type Literal = string | readonly Literal[] | { readonly [key: string]: Literal }

/** Values of module-level names so far. */
export type Names = ReadonlyMap<string, Literal>

/** What an expression says without being run: strings, lists, tuples, sets, dicts, sums, and names that hold such. */
export function literalOf(
  node: SyntaxNode | null | undefined,
  text: string,
  names: Names,
): Literal | undefined {
  if (node === null || node === undefined) return undefined
  const parts = node.children.filter(
    (child) => !['comment', ',', '(', ')', '[', ']', '{', '}'].includes(child.type),
  )
  switch (node.type) {
    case 'string':
      return stringOf(node, text)
    case 'concatenated_string': {
      const strings = parts.map((part) => stringOf(part, text))
      return strings.some((part) => part === undefined) ? undefined : strings.join('')
    }
    case 'parenthesized_expression':
      return literalOf(parts[0], text, names)
    case 'identifier':
      return names.get(text.slice(node.start, node.end))
    case 'list':
    case 'tuple':
    case 'set':
      return parts.flatMap((part): Literal[] => elementsOf(part, text, names))
    case 'dictionary':
      return Object.fromEntries(parts.flatMap((part) => entriesOf(part, text, names)))
    case 'binary_operator':
      return sumOf(node, text, names)
    case 'subscript':
      return lookUp(node, text, names)
    default:
      return undefined
  }
}

function stringOf(node: SyntaxNode, text: string): string | undefined {
  const start = node.children.find((child) => child.type === 'string_start')
  const end = node.children.find((child) => child.type === 'string_end')
  if (start === undefined || end === undefined) return undefined
  if (/[fb]/i.test(text.slice(start.start, start.end))) return undefined
  const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\n': '' }
  return text
    .slice(start.end, end.start)
    .replaceAll(/\\([nt\n'"\\])/g, (_, code: string) => escapes[code] ?? code)
}

function elementsOf(node: SyntaxNode, text: string, names: Names): Literal[] {
  const spread = node.type === 'list_splat' ? literalOf(node.children.at(-1), text, names) : undefined
  if (isList(spread)) return [...spread]
  const value = literalOf(node, text, names)
  return value === undefined ? [] : [value]
}

function entriesOf(node: SyntaxNode, text: string, names: Names): [string, Literal][] {
  if (node.type === 'dictionary_splat') {
    const spread = literalOf(node.children.at(-1), text, names)
    return isDictionary(spread) ? Object.entries(spread) : []
  }
  const key = literalOf(fieldOf(node, 'key'), text, names)
  const value = literalOf(fieldOf(node, 'value'), text, names)
  return typeof key === 'string' && value !== undefined ? [[key, value]] : []
}

function sumOf(node: SyntaxNode, text: string, names: Names): Literal | undefined {
  const operator = fieldOf(node, 'operator')
  if (operator === null || text.slice(operator.start, operator.end) !== '+') return undefined
  const left = literalOf(fieldOf(node, 'left'), text, names)
  const right = literalOf(fieldOf(node, 'right'), text, names)
  if (typeof left === 'string' && typeof right === 'string') return left + right
  // Half a sum of lists is better than none: what is missing shows when the tests are collected.
  if (isList(left) || isList(right)) return [...(isList(left) ? left : []), ...(isList(right) ? right : [])]
  return undefined
}

function lookUp(node: SyntaxNode, text: string, names: Names): Literal | undefined {
  const value = literalOf(fieldOf(node, 'value'), text, names)
  const key = literalOf(fieldOf(node, 'subscript'), text, names)
  return isDictionary(value) && typeof key === 'string' ? value[key] : undefined
}

function isList(value: Literal | undefined): value is readonly Literal[] {
  return Array.isArray(value)
}

export function isDictionary(value: Literal | undefined): value is { readonly [key: string]: Literal } {
  return typeof value === 'object' && !isList(value)
}

/** The strings of a list, or the lines of one string (setuptools takes both). */
export function stringsIn(value: Literal | undefined): string[] {
  if (typeof value === 'string') return value.split('\n').flatMap((line) => line.trim() || [])
  return isList(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** Every node below, the node itself first, in source order. */
export function* nodesBelow(node: SyntaxNode): Generator<SyntaxNode> {
  yield node
  for (const child of node.children) yield* nodesBelow(child)
}
