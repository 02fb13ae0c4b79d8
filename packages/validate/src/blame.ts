import type { FeatureCut } from '@quarry/core'
import { errorHints, type Hint } from './error-hints.ts'

/**
 * The extracted objects that a failing test's log points at: named in an error about a missing name, attribute, import,
 * key or special method, or standing in the traceback as the function that is not implemented. For a constant or the
 * entry of a table it is the object that it went with. Where an error also says which class or module it means, only
 * objects there are taken, as long as there is one. Sorted.
 */
export function blameObjects({ extracted, leftovers }: Taken, log: string): string[] {
  const objects = [...extracted.map(({ id }) => partsOf(id)), ...leftovers.map(partsOfLeftover)]
  const blamed = errorHints(log).flatMap((hint) => {
    const named = objects.filter((object) => isMeant(object, hint))
    const there = named.filter(
      ({ path, owner }) => (owner !== null && owner === hint.owner) || fits(path, hint.module),
    )
    return there.length > 0 ? there : named
  })
  return [...new Set(blamed.map(({ id }) => id))].toSorted()
}

type Taken = Pick<FeatureCut, 'extracted' | 'leftovers'>

interface ObjectParts {
  readonly id: string
  readonly path: string
  readonly owner: string | null
  readonly name: string
}

function partsOf(id: string): ObjectParts {
  const [path = '', qualname = ''] = id.split('::')
  const parts = qualname.split('.')
  return { id, path, owner: parts.at(-2) ?? null, name: parts.at(-1) ?? '' }
}

function partsOfLeftover({ of, path, name, key, what }: FeatureCut['leftovers'][number]): ObjectParts {
  return { id: of, path, owner: null, name: what === 'entry' ? (key ?? '') : name }
}

function isMeant({ name, owner }: ObjectParts, hint: Hint): boolean {
  if (hint.name !== null) return name === hint.name
  return owner === hint.owner && /^__.+__$/.test(name)
}

/** Whether a path of the repository is this module, given as a path's end or as a dotted name. */
function fits(path: string, module: string | null): boolean {
  if (module === null) return false
  const file = module.endsWith('.py')
    ? [module]
    : ['.py', '/__init__.py'].map((end) => module.replaceAll('.', '/') + end)
  return file.some((end) => path === end || path.endsWith(`/${end}`) || end.endsWith(`/${path}`))
}
