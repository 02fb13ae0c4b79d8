import { resolveImport } from '@quarry/syntax'
import { annotationMatters } from './annotations.ts'
import type { Leftover } from './leftovers.ts'
import { isVariable } from './names.ts'
import type { Reference } from './references.ts'
import type { LocatedUse, SourceIndex } from './source-index.ts'

/** Every place that needs a piece of a module: uses of the name that is assigned, or of the key of an entry. */
export function usesOfLeftover(index: SourceIndex, leftover: Leftover): Reference[] {
  return leftover.what === 'assignment' ? usesOfVariable(index, leftover) : usesOfEntry(index, leftover)
}

interface Variable {
  readonly path: string
  readonly name: string
}

function usesOfVariable(index: SourceIndex, { path, name }: Leftover): Reference[] {
  const variables: Variable[] = [{ path, name }]
  // An array hands out what is added while it is walked: a name that is imported is a variable there, too.
  for (const variable of variables) {
    for (const next of importsOf(index, variable))
      if (!variables.some((one) => one.path === next.path && one.name === next.name)) variables.push(next)
  }
  const named = variables.flatMap((variable) =>
    (index.usesByName.get(variable.name) ?? [])
      .filter((use) => meansVariable(index, use, variable))
      .map((use) => referenceTo(use)),
  )
  const imported = variables.slice(1).filter((variable) => index.testCode.has(variable.path))
  return [...named, ...imported.map(importedBy)]
}

function importsOf(index: SourceIndex, { path, name }: Variable): Variable[] {
  const from = (importing: string, binding: { module: string; level: number }) =>
    resolveImport(importing, binding, index.importRoots, (one) => index.modules.has(one)) === path
  return [
    ...(index.importsByName.get(name) ?? [])
      .filter((binding) => from(binding.path, binding))
      .map((binding) => ({ path: binding.path, name: binding.bound })),
    ...(index.importsByName.get('*') ?? [])
      .filter((binding) => from(binding.path, binding))
      .map((binding) => ({ path: binding.path, name })),
  ]
}

function meansVariable(index: SourceIndex, use: LocatedUse, { path, name }: Variable): boolean {
  switch (use.kind) {
    case 'name':
      if (use.role === 'annotation' && !annotationMatters(index, use)) return false
      return use.path === path && use.role !== 'written' && !isVariable(index, use, name)
    case 'attribute':
      return (
        use.qualifier !== null &&
        index
          .resolve(use.path, use.qualifier, use.within)
          .some((referent) => referent.kind === 'module' && referent.path === path)
      )
    case 'string':
      return (
        use.role === 'read' &&
        path
          .replace(/\.py$/u, '')
          .split('/')
          .includes((use.qualifier ?? '').split(/[.:]/u)[0] ?? '')
      )
    case 'keyword':
      return false
  }
}

function usesOfEntry(index: SourceIndex, { path, key, span }: Leftover): Reference[] {
  if (key === null) return []
  const isName = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key)
  return isName ? usesOfKey(index, key) : quotedElsewhere(index, key, path, span.start)
}

/** Whoever spells the key may look it up. */
export function usesOfKey(index: SourceIndex, key: string): Reference[] {
  return (index.usesByName.get(key) ?? [])
    .filter(
      ({ kind, qualifier, role }) =>
        kind === 'string' && qualifier === key && (role === 'read' || role === 'index'),
    )
    .map((use) => referenceTo(use))
}

/** Keys that are no names are no uses that are listed: their text is looked for. */
function quotedElsewhere(index: SourceIndex, key: string, path: string, start: number): Reference[] {
  const quoted = [`'${key}'`, `"${key}"`]
  return [...index.modules].flatMap(([other, { source }]) =>
    quoted.flatMap((text) => {
      const at = source.text.indexOf(text)
      const again = other === path && at === start ? source.text.indexOf(text, at + 1) : at
      if (again === -1) return []
      const line = source.text.slice(0, again).split('\n').length
      return [
        {
          path: other,
          start: again,
          line,
          within: null,
          part: 'body' as const,
          doubt: null,
          says: `its key is named at ${other}:${line}`,
        },
      ]
    }),
  )
}

function referenceTo({ path, span, line, within, part }: LocatedUse): Reference {
  return { path, start: span.start, line, within, part, doubt: null, says: `used by ${path}:${line}` }
}

function importedBy({ path }: Variable): Reference {
  return { path, start: 0, line: 1, within: null, part: 'body', doubt: null, says: `imported by ${path}` }
}
