import type { CarveMode } from '@quarry/core'
import type { PythonModule } from '@quarry/syntax'

/**
 * The modes, and what becomes of stub files: the declaration of an object in the `.pyi` beside its module goes when no
 * definition of that name is left. A hollowed one keeps it, as it keeps its signature.
 */
export function withStubs(
  modules: ReadonlyMap<string, PythonModule>,
  modes: ReadonlyMap<string, CarveMode>,
): ReadonlyMap<string, CarveMode> {
  const paths = new Set([...modes.keys()].map((id) => id.slice(0, id.indexOf('::'))))
  const declared = [...paths].flatMap((path) => {
    const [module, stub] = [modules.get(path), modules.get(`${path}i`)]
    if (module === undefined || stub === undefined) return []
    const gone = namesThatGo(module, modes)
    return stub.definitions
      .filter(({ qualname }) => gone.has(qualname))
      .map(({ id }) => [id, 'delete'] as const)
  })
  return declared.length === 0 ? modes : new Map([...modes, ...declared])
}

function namesThatGo(
  { definitions }: PythonModule,
  modes: ReadonlyMap<string, CarveMode>,
): ReadonlySet<string> {
  const byName = Map.groupBy(definitions, ({ qualname }) => qualname)
  const all = [...byName].filter(([, same]) => same.every(({ id }) => modes.get(id) === 'delete'))
  return new Set(all.map(([qualname]) => qualname))
}
