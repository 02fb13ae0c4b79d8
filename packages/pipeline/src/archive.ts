import { type ArtifactStore, loadConfig, openArtifactStore, PipelineConfig } from '@quarry/core'
import { join, resolve } from 'node:path'

/** What earlier runs left: all that status and explanations need. */
export interface Archive {
  /** Absolute path of the folder for everything generated. */
  readonly out: string
  readonly store: ArtifactStore
}

/**
 * Opens what earlier runs left in a directory, without a sandbox.
 *
 * @param out wins over `pipeline.config.ts`; relative to the directory
 */
export async function openArchive(directory: string, out: string | null): Promise<Archive> {
  const config = PipelineConfig.parse(await loadConfig(directory))
  const folder = resolve(directory, out ?? config.out)
  return { out: folder, store: await openArtifactStore(join(folder, 'artifacts')) }
}
