import type { ImportBinding, PythonModule } from '@quarry/syntax'
import { moduleOf, type Modules } from './definitions.ts'

/** What a module made available that is defined elsewhere, and no longer does. */
export interface OfferedNames {
  readonly path: string
  /** Import statements, one name each. */
  readonly imports: readonly string[]
  /** Entries that its `__all__` lost. */
  readonly exports: readonly string[]
}

/**
 * Re-exports that went with the code: tests may take a name from a package that only passed it on. Imports that a module
 * made for its own use are left out: from `__init__.py` the public names count, elsewhere what hidden tests take there.
 *
 * @param original every module, by path
 * @param carved the changed modules as they are now
 */
export function offeredNames(
  original: Modules,
  carved: Modules,
  hiddenTests: readonly PythonModule[],
): OfferedNames[] {
  const taken = new Set(hiddenTests.flatMap(takenNames))
  return [...carved.values()]
    .map((after) => {
      const before = moduleOf(after.path, original)
      const package_ = before.path.endsWith('__init__.py')
      const passesOn = (name: string) =>
        taken.has(`${moduleName(before.path)}.${name}`) || (package_ && !name.startsWith('_'))
      const kept = new Set(importsOf(after))
      const imports = importsOf(before, passesOn).filter((statement) => !kept.has(statement))
      const listed = new Set(after.exports.map((entry) => entry.name))
      const exports = before.exports.map((entry) => entry.name).filter((name) => !listed.has(name))
      return { path: before.path, imports, exports: [...new Set(exports)] }
    })
    .filter(({ imports, exports }) => imports.length + exports.length > 0)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function importsOf(module: PythonModule, select: (name: string) => boolean = () => true): string[] {
  return module.imports
    .filter((binding) => binding.within === null && binding.name !== null && select(binding.bound))
    .map(statementOf)
}

function statementOf({ level, module, name, alias }: ImportBinding): string {
  const as = alias === null ? '' : ` as ${alias}`
  return `from ${'.'.repeat(level)}${module} import ${name}${as}`
}

/** `module.name` for every name that is imported from a module, taken as its attribute, or named behind it in a string. */
function takenNames({ imports, uses }: PythonModule): string[] {
  const imported = imports.flatMap(({ module, name }) => (name === null ? [] : [`${module}.${name}`]))
  const dotted = uses.flatMap(({ kind, name, qualifier }) => {
    if (qualifier === null) return []
    return [kind === 'string' ? qualifier.replaceAll(':', '.') : `${qualifier}.${name}`]
  })
  return [...imported, ...dotted].map((path) => path.split('.').slice(-2).join('.'))
}

/** The last part of a module's dotted name. */
function moduleName(path: string): string {
  const parts = path.replace(/(\/__init__)?\.py$/, '').split('/')
  return parts.at(-1) ?? ''
}
