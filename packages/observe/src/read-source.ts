import type { Environment, Snapshot, TreeStore } from '@quarry/core'
import { parseTree, type PythonModule } from '@quarry/syntax'
import { isBelow } from './paths.ts'
import { findShadowed } from './shadowed.ts'
import { type SourceObjects, sourceObjects } from './source-objects.ts'

export interface ReadSource {
  readonly objects: SourceObjects
  /** Source files that could not be parsed: they hold no objects. Sorted. */
  readonly unparsed: readonly string[]
  /** Source files that a compiled file is imported in place of: they hold no objects either. Sorted. */
  readonly shadowed: readonly string[]
}

/** The objects of everything below the package roots that is not test code. */
export async function readSource(
  trees: TreeStore,
  snapshot: Snapshot,
  environment: Environment,
  testCode: readonly string[],
  shadowedAtRun: readonly string[],
): Promise<ReadSource> {
  const layers = [snapshot.tree, ...(environment.overlay ? [environment.overlay] : [])]
  const paths = (await Promise.all(layers.map((layer) => trees.list(layer))))
    .flat()
    .map((entry) => entry.path)
  const excluded = new Set(testCode)
  const isSource = (path: string): boolean => isBelow(path, snapshot.package_roots) && !excluded.has(path)
  const shadowed = new Set([...findShadowed(paths), ...shadowedAtRun].filter(isSource))

  const parsed = await parseTree(trees, snapshot.tree, (path) => isSource(path) && !shadowed.has(path))
  const modules = new Map<string, PythonModule>()
  const unparsed: string[] = []
  for (const [path, result] of parsed) {
    if (result.kind === 'parsed') modules.set(path, result.module)
    else unparsed.push(path)
  }
  return {
    objects: sourceObjects(modules),
    unparsed: unparsed.toSorted(),
    shadowed: [...shadowed].toSorted(),
  }
}
