import { UserError } from '@quarry/core'
import { listImages, planPrune, pruneImages, type Pruned } from '@quarry/sandbox'
import { existsSync } from 'node:fs'
import { lockForMining } from '../mining-lock.ts'
import type { ImagePlace } from './image-place.ts'
import { readKnownTags } from './known-tags.ts'
import { type ListedImage, withRepositories } from './list.ts'

/** What `quarry images prune` answers. */
export interface PruneReport {
  readonly engine: string
  /** Folder whose results say what is needed; null when that was not asked. */
  readonly out: string | null
  /** True when nothing was done: then `removed` is what would go. */
  readonly dry_run: boolean
  readonly removed: readonly ListedImage[]
  /** What would go if no container used it. */
  readonly in_use: readonly ListedImage[]
  readonly freed_bytes: number
}

/** What to prune. */
export interface PruneOptions {
  /** Every image of ours, whoever needs it. */
  readonly all: boolean
  readonly dryRun: boolean
}

/**
 * Removes the images that nothing below the folder of results names.
 * @throws UserError `already-mining` when a process mines into that folder, `nothing-names-an-image` when the results name
 *   no environment at all: then it is more likely the wrong folder.
 */
export async function prune(
  place: ImagePlace,
  options: PruneOptions,
  signal: AbortSignal,
): Promise<PruneReport> {
  const { out } = place.archive
  // A run has environments that no result names yet.
  const unlock = options.dryRun || !existsSync(out) ? null : await lockForMining(out)
  try {
    return await pruneLocked(place, options, signal)
  } finally {
    await unlock?.()
  }
}

async function pruneLocked(
  { engine, settings, archive }: ImagePlace,
  { all, dryRun }: PruneOptions,
  signal: AbortSignal,
): Promise<PruneReport> {
  const known = await readKnownTags(archive)
  const images = await listImages(engine, settings.imagePrefix)
  if (!all && known.size === 0 && images.some(({ kind, name }) => kind === 'environment' && name !== null))
    throw nothingNamed(archive.out)
  const plan = planPrune(images, all ? new Set() : new Set(known.keys()))
  const pruned: Pruned = dryRun
    ? { ...plan, freed_bytes: plan.remove.reduce((sum, { own_bytes }) => sum + own_bytes, 0) }
    : await pruneImages(engine, plan, signal)
  return {
    engine: engine.where,
    out: all ? null : archive.out,
    dry_run: dryRun,
    removed: pruned.remove.map(withRepositories(known)),
    in_use: pruned.in_use.map(withRepositories(known)),
    freed_bytes: pruned.freed_bytes,
  }
}

function nothingNamed(out: string): UserError {
  return new UserError(
    `The results below ${out} name no environment, so every image would go. Name the folder that was mined into with --out, or remove all images that Quarry made with --all.`,
    { code: 'nothing-names-an-image' },
  )
}
