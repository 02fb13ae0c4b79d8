import { type ImportBinding, resolveImport, resolveSubmodule } from '@quarry/syntax'
import type { Sources } from './sources.ts'

/** An import of something of the tree. */
export interface Link {
  /** The module that imports. */
  readonly path: string
  readonly binding: ImportBinding
  /** The module named behind `from` or `import`, or null when only a submodule of it is in the tree. */
  readonly target: string | null
  /** For `from m import name`: the module `m.name`, or null when the name is one of m's own. */
  readonly submodule: string | null
}

const known = new WeakMap<Sources, readonly Link[]>()

/** Every import of something of the tree, test code's too. Worked out once for all cuts of the same sources. */
export function linksOf(sources: Sources): readonly Link[] {
  const links = known.get(sources) ?? findLinks(sources)
  known.set(sources, links)
  return links
}

function findLinks({ modules, readers, importRoots, has }: Sources): readonly Link[] {
  return [...modules.values(), ...readers.values()].flatMap(({ path, imports }) =>
    imports.flatMap((binding) => {
      const target = resolveImport(path, binding, importRoots, has)
      const submodule = resolveSubmodule(path, binding, importRoots, has)
      return target === null && submodule === null ? [] : [{ path, binding, target, submodule }]
    }),
  )
}
