import {
  bindImported,
  bindLocal,
  bindParameters,
  declare,
  visitCasePattern,
  visitTarget,
  visitTypeParameters,
} from './bindings.ts'
import type { SyntaxNode } from './grammar.ts'
import { localNames } from './local-names.ts'
import { bareStringOf, childOfType, dottedNameOf, fieldOf, plainStringOf, nameOf } from './nodes.ts'
import type { NameUse } from './model.ts'
import { type BoundName, type Scope, settled, use, type UseContext, type UseWalk } from './use-walk.ts'

const moduleScope: Scope = {
  within: null,
  part: 'body',
  annotation: false,
  nested: false,
  locals: null,
  bindsLocals: false,
}

/** Every use of a name, and every name bound at module level by an assignment of any kind, in source order. */
export function findUses(
  root: SyntaxNode,
  context: UseContext,
): { readonly uses: readonly NameUse[]; readonly bound: readonly BoundName[] } {
  const walk: UseWalk = {
    ...context,
    uses: [],
    roles: new Map(),
    bound: [],
    visit: (node, scope) => visit(node, scope, walk),
  }
  visitAll(root.children, moduleScope, walk)
  return {
    uses: walk.uses.map(settled).toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end),
    bound: walk.bound.toSorted((a, b) => a.start - b.start),
  }
}

function visitAll(nodes: readonly SyntaxNode[], scope: Scope, walk: UseWalk): void {
  for (const node of nodes) visit(node, scope, walk)
}

function visit(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  const special = visitors.get(node.type)
  if (special === undefined) visitAll(node.children, scope, walk)
  else special(node, scope, walk)
}

type Visitor = (node: SyntaxNode, scope: Scope, walk: UseWalk) => void

const nothing: Visitor = () => undefined
const visitBelow: Visitor = (node, scope, walk) => visitAll(node.children, scope, walk)

const visitors: ReadonlyMap<string, Visitor> = new Map<string, Visitor>([
  ['identifier', (node, scope, walk) => use(node, 'name', scope, walk)],
  ['attribute', visitAttribute],
  ['member_type', visitAttribute],
  ['keyword_argument', visitKeyword],
  ['string', visitString],
  ['call', visitCall],
  ['comment', nothing],
  ['import_statement', bindImported],
  ['import_from_statement', bindImported],
  ['future_import_statement', nothing],
  ['global_statement', declare],
  ['nonlocal_statement', declare],
  ['delete_statement', visitDelete],
  ['pair', visitPair],
  ['subscript', visitSubscript],
  ['comparison_operator', visitComparison],
  ['expression_statement', visitExpressionStatement],
  ['function_definition', visitDefinition],
  ['class_definition', visitDefinition],
  ['decorated_definition', visitDecorated],
  ['lambda', visitNested],
  ['list_comprehension', visitNested],
  ['set_comprehension', visitNested],
  ['dictionary_comprehension', visitNested],
  ['generator_expression', visitNested],
  ['parameters', visitParameters],
  ['lambda_parameters', visitParameters],
  ['assignment', visitAssignment],
  ['augmented_assignment', visitBelow],
  ['named_expression', (node, scope, walk) => visitWithTarget(node, 'name', scope, walk)],
  ['for_statement', (node, scope, walk) => visitWithTarget(node, 'left', scope, walk)],
  ['for_in_clause', (node, scope, walk) => visitWithTarget(node, 'left', scope, walk)],
  ['except_clause', (node, scope, walk) => visitWithTarget(node, 'alias', scope, walk)],
  ['except_group_clause', visitExceptGroup],
  [
    'as_pattern_target',
    (node, scope, walk) => node.children.forEach((child) => visitTarget(child, scope, walk)),
  ],
  ['case_pattern', visitCasePattern],
  ['type_alias_statement', visitTypeAlias],
])

function visitAttribute(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  const [object, ...rest] = node.children
  const name = rest.at(-1)
  if (object === undefined || name === undefined) return
  visit(object, scope, walk)
  const inner = object.type === 'type' ? (object.children[0] ?? object) : object
  use(name, 'attribute', scope, walk, nameOf(name, walk.text), dottedNameOf(inner, walk.text))
}

function visitKeyword(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  const [name, value] = [fieldOf(node, 'name'), fieldOf(node, 'value')]
  if (name !== null) use(name, 'keyword', scope, walk)
  if (value !== null) visit(value, scope, walk)
}

const path = /^[\p{L}_][\p{L}\p{N}_]*(?:[.:][\p{L}_][\p{L}\p{N}_]*)*$/u
const pathsInText = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/gu

function visitString(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  const said = plainStringOf(node, walk.text)
  if (said === null) return visitAll(node.children, scope, walk)
  if (walk.exported.has(node.start)) return
  if (!scope.annotation && !path.test(said)) {
    for (const one of pathsInCode(said)) useString(node, one, one, scope, walk)
    return
  }
  for (const one of scope.annotation ? (said.match(pathsInText) ?? []) : [said])
    useString(node, one, said, scope, walk)
}

const codeInText = /^[ \t]*(?:from[ \t]+[\w.]+[ \t]+import[ \t]|import[ \t]+\w|[\w.]+[ \t]*=[ \t]*[\w.])/mu
const importInText = /\bfrom[ \t]+([\w.]+)[ \t]+import[ \t]+\(?([\w.,\t ]+)/gu

/** Of a text that is code to be run later: its dotted names, and those that it imports from a module. */
function pathsInCode(said: string): string[] {
  const code = said.replaceAll(/\\[nrt]/gu, '\n')
  if (!codeInText.test(code)) return []
  const imported = [...code.matchAll(importInText)].flatMap(([, from = '', names = '']) =>
    names.split(',').map((name) => `${from}.${name.trim().split(/[ \t]/u, 1)[0]}`),
  )
  return [...imported, ...(code.match(pathsInText) ?? [])].filter((one) => /\w\.\w/u.test(one))
}

function useString(node: SyntaxNode, named: string, said: string, scope: Scope, walk: UseWalk): void {
  use(node, 'string', scope, walk, named.split(/[.:]/).at(-1) ?? named, said)
}

/** Notes what becomes of a name, of an attribute, or of a string that stands for itself. */
function play(role: NameUse['role'], node: SyntaxNode | null | undefined, walk: UseWalk): void {
  const named = node?.type === 'attribute' ? node.children.at(-1) : node
  if (named !== null && named !== undefined) walk.roles.set(named.start, role)
}

function playKey(node: SyntaxNode | null, walk: UseWalk): void {
  if (node?.type === 'string') play('key', node, walk)
}

function visitPair(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  playKey(fieldOf(node, 'key'), walk)
  visitAll(node.children, scope, walk)
}

function visitSubscript(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  for (const child of node.children)
    if (child.field === 'subscript' && child.type === 'string') play('index', child, walk)
  visitAll(node.children, scope, walk)
}

/** `x == 'a'`, and the strings of `x in ('a', 'b')`. */
function visitComparison(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  for (const side of node.children) {
    playKey(side, walk)
    if (/^(?:tuple|list|set)$/.test(side.type)) for (const item of side.children) playKey(item, walk)
  }
  visitAll(node.children, scope, walk)
}

function visitDelete(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  const listed = node.children.flatMap((child) =>
    child.type === 'expression_list' ? child.children : [child],
  )
  for (const target of listed) if (target.type === 'attribute') play('written', target, walk)
  visitAll(node.children, scope, walk)
}

/** `'a b c'.split()` is a way to write a list of names. */
function visitCall(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  const callee = fieldOf(node, 'function')
  if (callee?.type === 'identifier' || callee?.type === 'attribute') play('called', callee, walk)
  visitAll(node.children, scope, walk)
  const object = callee?.type === 'attribute' ? fieldOf(callee, 'object') : null
  const said = object === null ? null : plainStringOf(object, walk.text)
  if (object === null || said === null || !/^\s*[\w.]+(?:[\s,]+[\w.]+)+\s*$/.test(said)) return
  for (const word of said.split(/[\s,]+/)) if (path.test(word)) useString(object, word, said, scope, walk)
}

/** A string that is a whole statement is a docstring, or no more than a comment. */
function visitExpressionStatement(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  if (bareStringOf(node, walk.text) === null) visitAll(node.children, scope, walk)
}

function visitDefinition(node: SyntaxNode, outer: Scope, walk: UseWalk): void {
  const definition = walk.byNode.get(node)
  const head: Scope =
    definition === undefined ? outer : { ...outer, within: definition.id, part: 'signature' }
  const inner: Scope = { ...head, part: 'body', nested: true }
  const body = node.type === 'class_definition' ? { ...inner, bindsLocals: false } : ownScope(inner)
  for (const child of node.children) {
    if (child.field === 'parameters') bindParameters(child, body, walk)
    if (child.field === 'name') bindLocal(child, outer, walk)
    else if (child.field === 'type_parameters') visitTypeParameters(child, head, walk)
    else if (child.field === 'return_type') visit(child, { ...head, annotation: true }, walk)
    else visit(child, child.field === 'body' ? body : head, walk)
  }
}

function visitDecorated(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  const inner = fieldOf(node, 'definition')
  const definition = inner === null ? undefined : walk.byNode.get(inner)
  const decorator: Scope =
    definition === undefined ? scope : { ...scope, within: definition.id, part: 'decorator' }
  for (const child of node.children) visit(child, child.type === 'decorator' ? decorator : scope, walk)
}

/** A function, lambda or comprehension binds its names for itself. */
function ownScope(scope: Scope): Scope {
  return { ...scope, nested: true, locals: localNames(scope.locals), bindsLocals: true }
}

function visitNested(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  const own = ownScope(scope)
  const parameters = fieldOf(node, 'parameters')
  if (parameters !== null) bindParameters(parameters, own, walk)
  visitAll(node.children, own, walk)
}

function visitParameters(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  for (const parameter of node.children) {
    const [type, value] = [fieldOf(parameter, 'type'), fieldOf(parameter, 'value')]
    if (type !== null) visit(type, { ...scope, annotation: true }, walk)
    if (value !== null) visit(value, scope, walk)
  }
}

function visitAssignment(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  for (const child of node.children) {
    if (child.field === 'left') visitTarget(child, scope, walk)
    else visit(child, child.field === 'type' ? { ...scope, annotation: true } : scope, walk)
  }
}

function visitWithTarget(node: SyntaxNode, field: string, scope: Scope, walk: UseWalk): void {
  for (const child of node.children) {
    if (child.field === field) visitTarget(child, scope, walk)
    else visit(child, scope, walk)
  }
}

function visitExceptGroup(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  const as = node.children.findIndex((child) => child.type === 'as')
  node.children.forEach((child, index) => {
    if (as !== -1 && index === as + 1) visitTarget(child, scope, walk)
    else visit(child, scope, walk)
  })
}

function visitTypeAlias(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')]
  const named = left?.type === 'type' ? left.children[0] : undefined
  const name = named?.type === 'generic_type' ? named.children[0] : named
  const parameters = named === undefined ? null : childOfType(named, 'type_parameter')
  if (name !== undefined) visitTarget(name, scope, walk)
  if (parameters !== null) visitTypeParameters(parameters, scope, walk)
  if (right !== null) visit(right, scope, walk)
}
