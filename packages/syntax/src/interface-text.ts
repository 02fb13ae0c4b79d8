import { parsePython, type SyntaxNode } from './grammar.ts'
import type { Definition, PythonModule } from './model.ts'
import { fieldOf, statementsOf, textOf } from './nodes.ts'

export interface InterfaceOptions {
  /** Ids of the methods (and nested classes) whose interfaces follow a class's head; default: none. */
  readonly methods?: readonly string[]
  /** What stands in place of a function's body; default: `...`. */
  readonly body?: (definition: Definition) => string
  /** A comment in place of the docstring and attributes of a class, or null to show them; default: null. */
  readonly summary?: (definition: Definition) => string | null
}

/**
 * How a definition looks from outside, as Python text at column 0: decorators and header as written, docstring, and
 * `...` for a body. A class shows its attributes with their values, and the interfaces of the methods asked for.
 */
export function interfaceText(
  definition: Definition,
  module: PythonModule,
  options: InterfaceOptions = {},
): string {
  const { methods = [], body = () => '...', summary = () => null } = options
  const lines = interfaceLines(definition, module, { methods: new Set(methods), body, summary })
  return lines
    .map((line) => (line.startsWith(definition.indent) ? line.slice(definition.indent.length) : line))
    .join('\n')
}

interface Shown {
  readonly methods: ReadonlySet<string>
  readonly body: (definition: Definition) => string
  readonly summary: (definition: Definition) => string | null
}

function interfaceLines(definition: Definition, module: PythonModule, shown: Shown): readonly string[] {
  const { text } = module.source
  const { indent, docstring, kind } = definition
  const inner = bodyIndent(definition, text)
  const head = [...definition.decorators.map((decorator) => decorator.text), textOf(definition.header, text)]
  const summary = kind === 'class' ? shown.summary(definition) : null
  const intro = summary ?? (docstring === null ? null : textOf(docstring, text))
  const members = kind === 'class' ? membersOf(definition, module, shown, inner) : []
  const body = kind === 'class' ? '...' : shown.body(definition)
  return [
    ...head.flatMap((part) => linesOf(indent + part)),
    ...(intro === null ? [] : linesOf(inner + intro)),
    ...(members.length > 0 ? members : [`${inner}${body}`]),
  ]
}

function membersOf(
  owner: Definition,
  module: PythonModule,
  options: Shown,
  indent: string,
): readonly string[] {
  const own = options.summary(owner) === null ? attributesOf(owner, module) : []
  const attributes = own.flatMap((attribute) => linesOf(indent + attribute))
  const asked = module.definitions.filter(
    (definition) => definition.parent === owner.id && options.methods.has(definition.id),
  )
  const shown = asked.map((definition) => interfaceLines(definition, module, options))
  return [
    ...attributes,
    ...shown.flatMap((lines, index) => (index === 0 && attributes.length === 0 ? lines : ['', ...lines])),
  ]
}

/** Assignments and annotated names that stand directly in a class's body. */
function attributesOf(owner: Definition, module: PythonModule): readonly string[] {
  const { text } = module.source
  const body = bodyAt(parsePython(text).root, owner)
  if (body === null) return []
  return statementsOf(body)
    .filter((statement) => {
      const [first] = statement.children
      return statement.type === 'expression_statement' && first?.type === 'assignment'
    })
    .map((statement) => textOf(statement, text))
}

function bodyAt(node: SyntaxNode, owner: Definition): SyntaxNode | null {
  if (node.type === 'class_definition' && node.start === owner.header.start) return fieldOf(node, 'body')
  for (const child of node.children) {
    if (child.start <= owner.header.start && owner.header.start < child.end) return bodyAt(child, owner)
  }
  return null
}

/** Indentation of the first statement, so that a docstring's later lines keep their place below it. */
function bodyIndent({ body, indent, oneLine }: Definition, text: string): string {
  const written = /\n([ \t\f]*)[^\s#]/.exec(textOf(body, text))?.[1]
  return oneLine || written === undefined ? `${indent}    ` : written
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/)
}
