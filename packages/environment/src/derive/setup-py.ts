import { fieldOf, parsePython, type SyntaxNode } from '@quarry/syntax'
import { itemsOf } from './items.ts'
import type { DeclaredGroup, Found, Item } from './model.ts'
import type { ProjectFiles } from './project-files.ts'
import { purposeOf } from './purpose.ts'
import { isDictionary, type Literal, literalOf, nodesBelow, stringsIn } from './python-literals.ts'
import { normaliseName } from './requirement.ts'

/** What setup.py spells out for `setup(...)`; it is read, never run. */
export function readSetupPy(files: ProjectFiles, distribution: string | null): Found {
  const text = files.read('setup.py')
  if (text === null) return { groups: [] }
  const given = setupArguments(text)
  const extras = new Map<string, Item[]>()
  const groups: DeclaredGroup[] = [
    {
      from: 'setup.py install_requires',
      purpose: 'runtime',
      kind: 'declaration',
      items: itemsOf(stringsIn(given.get('install_requires')), distribution),
    },
    {
      from: 'setup.py tests_require',
      purpose: 'test',
      kind: 'declaration',
      items: itemsOf(stringsIn(given.get('tests_require')), distribution),
    },
  ]
  const declared = given.get('extras_require')
  for (const [name, value] of Object.entries(isDictionary(declared) ? declared : {})) {
    const items = itemsOf(stringsIn(value), distribution)
    extras.set(normaliseName(name), items)
    const from = `setup.py extras_require ${name}`
    groups.push({ from, purpose: purposeOf(name), kind: 'declaration', items })
  }
  return { groups: groups.filter((group) => group.items.length > 0), extras }
}

/** Keyword arguments of the call of `setup` that are spelt out. */
function setupArguments(text: string): Map<string, Literal> {
  const { root } = parsePython(text)
  const names = new Map<string, Literal>()
  const given = new Map<string, Literal>()
  for (const node of nodesBelow(root)) {
    if (node.type === 'assignment') remember(node, text, names)
    if (node.type !== 'call' || !callsSetup(node, text)) continue
    for (const argument of fieldOf(node, 'arguments')?.children ?? [])
      takeArgument(argument, text, names, given)
  }
  return given
}

function callsSetup(call: SyntaxNode, text: string): boolean {
  const called = fieldOf(call, 'function')
  return called !== null && /^(?:\w+\.)?setup$/.test(text.slice(called.start, called.end))
}

/** `name = literal`, and `name["key"] = literal` for a dict that is known. */
function remember(node: SyntaxNode, text: string, names: Map<string, Literal>): void {
  const left = fieldOf(node, 'left')
  const value = literalOf(fieldOf(node, 'right'), text, names)
  if (left === null || value === undefined) return
  if (left.type === 'identifier') names.set(text.slice(left.start, left.end), value)
  if (left.type !== 'subscript') return
  const object = fieldOf(left, 'value')
  const key = literalOf(fieldOf(left, 'subscript'), text, names)
  const name = object === null ? '' : text.slice(object.start, object.end)
  const known = names.get(name)
  if (isDictionary(known) && typeof key === 'string') names.set(name, { ...known, [key]: value })
}

function takeArgument(
  node: SyntaxNode,
  text: string,
  names: Map<string, Literal>,
  given: Map<string, Literal>,
) {
  if (node.type === 'dictionary_splat') {
    const spread = literalOf(node.children.at(-1), text, names)
    for (const [name, value] of Object.entries(isDictionary(spread) ? spread : {})) given.set(name, value)
  }
  if (node.type !== 'keyword_argument') return
  const name = fieldOf(node, 'name')
  const value = literalOf(fieldOf(node, 'value'), text, names)
  if (name !== null && value !== undefined) given.set(text.slice(name.start, name.end), value)
}
