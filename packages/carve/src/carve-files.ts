import { type CarvedTree, type CarveMode, type Leftover, pathOfObject } from '@quarry/core'
import { encodedLength, encodeSource, type PythonModule } from '@quarry/syntax'
import { carveFile } from './carve-file.ts'
import type { Edit } from './edit.ts'
import { findDangling } from './references.ts'
import type { Sources } from './sources.ts'
import { withStubs } from './stubs.ts'

/** An object to take out, and how. */
export interface ObjectToCarve {
  readonly id: string
  readonly mode: CarveMode
}

export interface CarvedFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly spans: CarvedTree['files'][number]['spans']
}

export type CarveOutcome =
  /** Changed files, sorted by path, and all that was carved in them by id: declarations in stub files too. */
  | {
      readonly kind: 'carved'
      readonly files: readonly CarvedFile[]
      readonly modes: ReadonlyMap<string, CarveMode>
    }
  /** An object lies in a file that is not edited, or is not where its id says. */
  | { readonly kind: 'not-editable'; readonly object: string; readonly reason: string }

/** Takes the objects, and what refers to them, out of the modules. Pure: nothing is read or written. */
export function carveFiles(
  sources: Sources,
  objects: readonly ObjectToCarve[],
  leftovers: readonly Leftover[] = [],
): CarveOutcome {
  const refused = objects.flatMap(({ id }) => refusalOf(id, sources))[0]
  if (refused !== undefined) return refused
  const modes = withStubs(sources.modules, new Map(objects.map(({ id, mode }) => [id, mode])))
  const deleted = new Set([...modes].flatMap(([id, mode]) => (mode === 'delete' ? [id] : [])))
  const dangling = findDangling(sources, deleted, leftovers)
  const touched = new Set([
    ...[...modes.keys()].map(pathOfObject),
    ...dangling.keys(),
    ...leftovers.map(({ path }) => path),
  ])
  const files = [...touched].toSorted().flatMap((path) => {
    const module = sources.modules.get(path)
    if (module === undefined) return []
    const references = dangling.get(path) ?? { bindings: new Set(), names: new Set() }
    const own = leftovers.filter((leftover) => leftover.path === path)
    const { written, edits } = carveFile(sources, module, modes, references, own)
    if (written === module.source.written) return []
    return [{ path, bytes: encodeSource(written, module.source), spans: byteSpans(module, edits) }]
  })
  return { kind: 'carved', files, modes }
}

function refusalOf(
  id: string,
  { modules, refused }: Sources,
): readonly (CarveOutcome & { kind: 'not-editable' })[] {
  const refusal = (reason: string) => [{ kind: 'not-editable' as const, object: id, reason }]
  const [module, why] = [modules.get(pathOfObject(id)), refused.get(pathOfObject(id))]
  if (why !== undefined) return refusal(why)
  if (module === undefined) return refusal('its file is not a source file')
  if (module.definitions.some((definition) => definition.id === id)) return []
  return refusal('its file has no such definition')
}

/** Offsets into the text as offsets into the file's bytes. */
function byteSpans({ source }: PythonModule, edits: readonly Edit[]): CarvedFile['spans'] {
  let [at, bytes] = [0, source.bom ? 3 : 0]
  const byteAt = (offset: number) => {
    bytes += encodedLength(source.written.slice(at, offset), source.encoding)
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
