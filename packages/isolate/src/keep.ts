import type { ObservedObject } from '@quarry/core'
import type { Needs } from './needs.ts'
import type { SourceIndex } from './source-index.ts'
import { type Owners, withOwners } from './owners.ts'

/** An object that an earlier cut of the same candidate took out, and what was seen then. */
export interface Protected {
  readonly object: string
  readonly because: string
}

/**
 * Everything that must stay, by index, with the reason: what the chosen P2P files need, what earlier cuts failed on,
 * what cannot be edited, and the classes around all that.
 *
 * @param p2p the chosen files, nearest first, with what they need
 */
export function reasonsToKeep(
  objects: readonly ObservedObject[],
  owners: Owners,
  index: SourceIndex,
  p2p: readonly { readonly path: string; readonly needs: Pick<Needs, 'has'> }[],
  protect: readonly Protected[],
): ReadonlyMap<number, string> {
  const repairs = new Map(protect.map(({ object, because }) => [object, because]))
  const keep = new Map<number, string>()
  for (const [at, object] of objects.entries()) {
    const reason =
      repairs.get(object.id) ??
      reasonOfP2p(p2p.filter((file) => file.needs.has(at)).map((file) => file.path)) ??
      reasonOfSource(object, index)
    if (reason !== null) keep.set(at, reason)
  }
  for (const [at, reason] of keep) {
    for (const owner of withOwners([at], owners)) {
      if (!keep.has(owner)) keep.set(owner, `${objects[at]?.id} stays (${reason})`)
    }
  }
  return keep
}

function reasonOfP2p([first, ...more]: readonly string[]): string | null {
  if (first === undefined) return null
  return more.length === 0 ? `needed by ${first}` : `needed by ${first} and ${more.length} more P2P files`
}

function reasonOfSource(object: ObservedObject, index: SourceIndex): string | null {
  const unparsed = index.unparsed.get(object.path)
  if (unparsed !== undefined) return `its file cannot be edited: ${unparsed.reason}`
  return index.definitions.has(object.id) ? null : 'its definition was not found in the source'
}
