import type { ExtractedObject } from '@quarry/core'
import type { PythonModule } from '@quarry/syntax'

/**
 * The extracted objects that hidden tests name: by import, by plain name, as an attribute, or in a string (a mock's
 * target). A method counts when its own name is used; a special method when its class is named, since that is how
 * tests reach it. Sorted.
 */
export function objectsNamedBy(
  hiddenTests: readonly PythonModule[],
  extracted: readonly ExtractedObject[],
): string[] {
  const names = new Set(hiddenTests.flatMap(namesIn))
  return extracted
    .map((object) => object.id)
    .filter((id) => isNamed(id, names))
    .toSorted()
}

function namesIn(module: PythonModule): string[] {
  const used = module.uses.filter((use) => use.kind !== 'keyword').map((use) => use.name)
  const imported = module.imports.flatMap((binding) => (binding.name === null ? [] : [binding.name]))
  return [...used, ...imported]
}

function isNamed(id: string, names: ReadonlySet<string>): boolean {
  const parts = (id.split('::')[1] ?? '').split('.')
  const own = parts.at(-1) ?? ''
  const owner = parts.at(-2)
  if (/^__.+__$/.test(own) && owner !== undefined) return names.has(owner)
  return names.has(own)
}
