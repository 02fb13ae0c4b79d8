import type { CarvedTree, CarveMode } from '@quarry/core'
import { encodeSource, type ParseResult, type PythonModule } from '@quarry/syntax'
import { carveFile } from './carve-file.ts'
import type { Edit } from './edit.ts'
import { findDangling, type Sources } from './references.ts'

export interface CarveRequest {
  /** Every source module of the tree by path; test code is not among them. */
  readonly modules: ReadonlyMap<string, ParseResult>
  readonly objects: readonly { readonly id: string; readonly mode: CarveMode }[]
  /** Relative to the tree, '' for its top. */
  readonly importRoots: readonly string[]
}

export interface CarvedFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly spans: CarvedTree['files'][number]['spans']
}

export type CarveOutcome =
  /** Changed files, sorted by path. */
  | { readonly kind: 'carved'; readonly files: readonly CarvedFile[] }
  /** An object lies in a file that is not edited, or is not where its id says. */
  | { readonly kind: 'not-editable'; readonly object: string; readonly reason: string }

/** Takes the objects, and what refers to them, out of the modules. Pure: nothing is read or written. */
export function carveFiles({ modules, objects, importRoots }: CarveRequest): CarveOutcome {
  const refused = objects.flatMap(({ id }) => refusalOf(id, modules))[0]
  if (refused !== undefined) return refused
  const sources: Sources = { modules: parsedOnly(modules), importRoots, has: (path) => modules.has(path) }
  const modes = new Map(objects.map(({ id, mode }) => [id, mode]))
  const deleted = deletedIds(sources.modules, modes)
  const dangling = findDangling(sources, deleted)
  const touched = new Set([...objects.map(({ id }) => pathOf(id)), ...dangling.keys()])
  const files = [...touched].toSorted().flatMap((path) => {
    const module = sources.modules.get(path)
    if (module === undefined) return []
    const references = dangling.get(path) ?? { bindings: new Set(), names: new Set() }
    const { text, edits } = carveFile(module, modes, references)
    if (text === module.source.text) return []
    return [{ path, bytes: encodeSource(text, module.source), spans: byteSpans(module, edits) }]
  })
  return { kind: 'carved', files }
}

function refusalOf(
  id: string,
  modules: CarveRequest['modules'],
): readonly (CarveOutcome & { kind: 'not-editable' })[] {
  const result = modules.get(pathOf(id))
  if (result === undefined)
    return [{ kind: 'not-editable', object: id, reason: 'its file is not a source file' }]
  if (result.kind === 'unparsed') return [{ kind: 'not-editable', object: id, reason: result.reason }]
  if (result.module.definitions.some((definition) => definition.id === id)) return []
  return [{ kind: 'not-editable', object: id, reason: 'its file has no such definition' }]
}

function parsedOnly(modules: CarveRequest['modules']): ReadonlyMap<string, PythonModule> {
  return new Map(
    [...modules].flatMap(([path, result]) =>
      result.kind === 'parsed' ? [[path, result.module] as const] : [],
    ),
  )
}

function deletedIds(modules: Sources['modules'], modes: ReadonlyMap<string, CarveMode>): ReadonlySet<string> {
  const definitions = [...modules.values()].flatMap((module) => module.definitions)
  return new Set(definitions.flatMap(({ id }) => (modes.get(id) === 'delete' ? [id] : [])))
}

function pathOf(id: string): string {
  return id.slice(0, id.indexOf('::'))
}

/** Offsets into the text as offsets into the file's bytes. */
function byteSpans({ source }: PythonModule, edits: readonly Edit[]): CarvedFile['spans'] {
  let [at, bytes] = [0, source.bom ? 3 : 0]
  const byteAt = (offset: number) => {
    const between = source.text.slice(at, offset)
    bytes += Buffer.byteLength(between, source.encoding)
    at = offset
    return bytes
  }
  return edits.map(({ start, end, what, object }) => ({
    start: byteAt(start),
    end: byteAt(end),
    what,
    object,
  }))
}
