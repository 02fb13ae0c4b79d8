import type { Definition } from '@quarry/syntax'
import { leadsTo } from './names.ts'
import type { SourceIndex } from './source-index.ts'

/**
 * Whether a definition is meant for users of the package, so that it has a right of its own to be there: an `__all__` or
 * the `__init__.py` of a package names it, or nothing marks it as private.
 */
export function isPublic(index: SourceIndex, definition: Definition): boolean {
  const { name, path, parent } = definition
  if (parent !== null) return !name.startsWith('_')
  const exporting = [...index.modules.values()].filter(({ exports }) =>
    exports.some((one) => one.name === name),
  )
  if (exporting.some((module) => leadsTo(index, { path: module.path, within: null }, name, definition)))
    return true
  const offered = (index.importsByName.get(name) ?? []).filter(
    (binding) =>
      binding.path.endsWith('__init__.py') && binding.within === null && !binding.bound.startsWith('_'),
  )
  if (offered.some((binding) => leadsTo(index, binding, binding.bound, definition))) return true
  const isListed = (index.modules.get(path)?.exports.length ?? 0) > 0
  return !isListed && !name.startsWith('_') && !path.split('/').some((part) => /^_(?!_)/u.test(part))
}
