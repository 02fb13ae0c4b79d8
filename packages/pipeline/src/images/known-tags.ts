import { Environment, Snapshot } from '@quarry/core'
import type { Archive } from '../archive.ts'

/** Every environment that the results below a folder name: by its tag the repositories that it was made for, sorted. */
export type KnownTags = ReadonlyMap<string, readonly string[]>

/** @throws UserError `artifact-unreadable`: what cannot be read may name an environment as well */
export async function readKnownTags({ store }: Archive): Promise<KnownTags> {
  const known = new Map<string, readonly string[]>()
  for (const key of await store.list('environment')) {
    const stored = await store.read('environment', key, Environment)
    if (stored?.kind !== 'produced') continue
    const { tag, refs } = stored.artifact
    const snapshot = refs.source === undefined ? null : await store.read('source', refs.source, Snapshot)
    const name = snapshot?.kind === 'produced' ? [snapshot.artifact.repository] : []
    known.set(tag, [...new Set([...(known.get(tag) ?? []), ...name])].toSorted())
  }
  return known
}
