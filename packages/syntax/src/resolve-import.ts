import { posix } from 'node:path'
import type { ImportBinding } from './model.ts'

type Has = (path: string) => boolean

/**
 * Path of the file that an import statement loads (`pkg/__init__.py` or `mod.py`), or null when it is not in the tree.
 * `importRoots` are relative to the tree, '' for its top.
 */
export function resolveImport(
  importingPath: string,
  binding: Pick<ImportBinding, 'module' | 'level'>,
  importRoots: readonly string[],
  has: Has,
): string | null {
  for (const base of basesOf(importingPath, binding.level, importRoots)) {
    const found = moduleFile(posix.join(base, ...binding.module.split('.')), has)
    if (found !== null) return found
  }
  return null
}

/** For `from m import name`: path of the submodule `m.name`, or null when there is none and the name is one of m's own. */
export function resolveSubmodule(
  importingPath: string,
  binding: Pick<ImportBinding, 'module' | 'level' | 'name'>,
  importRoots: readonly string[],
  has: Has,
): string | null {
  const { module, level, name } = binding
  if (name === null || name === '*') return null
  const submodule = module === '' ? name : `${module}.${name}`
  return resolveImport(importingPath, { module: submodule, level }, importRoots, has)
}

function basesOf(importingPath: string, level: number, importRoots: readonly string[]): readonly string[] {
  if (level === 0) return importRoots
  const up = Array.from({ length: level - 1 }, () => '..')
  const base = posix.join(posix.dirname(importingPath), ...up)
  return base.startsWith('..') ? [] : [base]
}

function moduleFile(path: string, has: Has): string | null {
  return [`${path}/__init__.py`, `${path}.py`].map(relative).find(has) ?? null
}

function relative(path: string): string {
  return posix.normalize(path).replace(/^\//, '')
}
