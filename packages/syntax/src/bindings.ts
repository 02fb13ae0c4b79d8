import type { SyntaxNode } from './grammar.ts'
import { childOfType, fieldOf, nameOf } from './nodes.ts'
import { type Scope, use, type UseWalk } from './use-walk.ts'

/** Notes that a function binds a name; at module level, and in the body of a class, nothing. */
export function bindLocal(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  if (scope.bindsLocals) scope.locals?.names.add(nameOf(node, walk.text))
}

/** The names of the parameters, `*args` and `**kwargs` among them. */
export function bindParameters(parameters: SyntaxNode, scope: Scope, walk: UseWalk): void {
  for (const parameter of parameters.children) {
    const named = fieldOf(parameter, 'name') ?? parameter
    const name = named.type === 'identifier' ? named : identifierBelow(named)
    if (name !== null) bindLocal(name, scope, walk)
  }
}

function identifierBelow(parameter: SyntaxNode): SyntaxNode | null {
  const inner = parameter.children.find((child) =>
    /^(?:identifier|list_splat_pattern|dictionary_splat_pattern)$/.test(child.type),
  )
  return inner === undefined || inner.type === 'identifier' ? (inner ?? null) : identifierBelow(inner)
}

/** What an import statement binds: the alias, or the name, or the first part of a module's. */
export function bindImported(statement: SyntaxNode, scope: Scope, walk: UseWalk): void {
  for (const part of statement.children.filter((child) => child.field === 'name')) {
    const bound = fieldOf(part, 'alias') ?? part.children.find((child) => child.type === 'identifier')
    if (bound !== undefined) bindLocal(bound, scope, walk)
  }
}

/** `global a, b` or `nonlocal a, b`. */
export function declare(statement: SyntaxNode, scope: Scope, walk: UseWalk): void {
  const as = statement.type === 'global_statement' ? 'global' : 'nonlocal'
  for (const name of statement.children.filter((child) => child.type === 'identifier')) {
    scope.locals?.declared.set(nameOf(name, walk.text), as)
    use(name, 'name', scope, walk)
  }
}

const groups = new Set([
  'pattern_list',
  'tuple_pattern',
  'list_pattern',
  'list_splat_pattern',
  'list_splat',
  'tuple',
  'list',
  'expression_list',
  'parenthesized_expression',
  'as_pattern_target',
])

/** The target of an assignment, a loop, `with … as`: plain names are bound, everything else in it is used. */
export function visitTarget(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  if (node.type === 'identifier') {
    if (!scope.nested) walk.bound.push({ name: nameOf(node, walk.text), start: node.start })
    bindLocal(node, scope, walk)
  } else if (groups.has(node.type)) {
    for (const child of node.children) visitTarget(child, scope, walk)
  } else {
    const name = node.type === 'attribute' ? node.children.at(-1) : undefined
    if (name !== undefined) walk.roles.set(name.start, 'written')
    walk.visit(node, scope)
  }
}

/** `[T: Bound, *Ts, **P]` behind a name: the parameters are bound, their bounds used. */
export function visitTypeParameters(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  for (const type of node.children) {
    const constrained = childOfType(type, 'constrained_type')
    const bound = constrained?.children.at(-1)
    if (bound !== undefined) walk.visit(bound, scope)
  }
}

/** A pattern behind `case`: captured names are bound; classes, dotted values and keywords are used. */
export function visitCasePattern(node: SyntaxNode, scope: Scope, walk: UseWalk): void {
  switch (node.type) {
    case 'dotted_name':
      return visitDotted(node, scope, walk, false)
    case 'class_pattern':
      for (const child of node.children) {
        if (child.type === 'dotted_name') visitDotted(child, scope, walk, true)
        else visitCasePattern(child, scope, walk)
      }
      return
    case 'keyword_pattern': {
      const [name, ...value] = node.children
      if (name !== undefined) use(name, 'keyword', scope, walk)
      for (const child of value) visitCasePattern(child, scope, walk)
      return
    }
    case 'identifier':
      return visitTarget(node, scope, walk)
    case 'string':
      walk.roles.set(node.start, 'key')
      return walk.visit(node, scope)
    default:
      for (const child of node.children) visitCasePattern(child, scope, walk)
  }
}

/** A name alone captures, unless it is a class; with a dot it is looked up. */
function visitDotted(node: SyntaxNode, scope: Scope, walk: UseWalk, isClass: boolean): void {
  const parts = node.children.filter((child) => child.type === 'identifier')
  const names = parts.map((part) => nameOf(part, walk.text))
  if (parts.length === 1 && !isClass) return parts.forEach((part) => visitTarget(part, scope, walk))
  parts.forEach((part, index) => {
    if (index === 0) use(part, 'name', scope, walk)
    else use(part, 'attribute', scope, walk, names[index] ?? '', names.slice(0, index).join('.'))
  })
}
