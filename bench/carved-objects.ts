import { type CarvedTree, pathOfObject, type TreeStore } from '@quarry/core'
import { type Definition, parseModule } from '@quarry/syntax'

/** Everything that a carve takes out, by what becomes of it; what lies in a deleted class counts by itself. */
export interface CarvedObjects {
  readonly deleted: number
  readonly hollowed: number
  /** Functions and methods among them, deleted or hollowed. */
  readonly functions: number
}

/** Counts the functions, methods and classes of a carve in the source that it was made from. */
export async function carvedObjects(trees: TreeStore, carved: CarvedTree): Promise<CarvedObjects> {
  const modes = new Map<string, string>(carved.objects.map(({ id, mode }) => [id, mode]))
  const paths = [...new Set(carved.objects.map(({ id }) => pathOfObject(id)))]
  const definitions: Definition[] = []
  for (const path of paths) {
    const bytes = await trees.readFile(carved.trees.original, path)
    const result = bytes === null ? null : parseModule(path, bytes)
    if (result?.kind === 'parsed') definitions.push(...result.module.definitions)
  }
  // A class stands before what is in it.
  for (const { id, parent } of definitions)
    if (parent !== null && modes.get(parent) === 'delete') modes.set(id, 'delete')
  const gone = definitions.filter(({ id }) => modes.has(id))
  const deleted = gone.filter(({ id }) => modes.get(id) === 'delete').length
  const functions = gone.filter(({ kind }) => kind !== 'class').length
  return { deleted, hollowed: gone.length - deleted, functions }
}
