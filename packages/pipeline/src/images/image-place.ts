import { loadConfig, PipelineConfig } from '@quarry/core'
import { connectEngine, type DockerSettings, type Engine } from '@quarry/sandbox'
import { type Archive, openArchive } from '../archive.ts'
import { dockerSettings } from '../docker-settings.ts'

/** Where images are kept, and what earlier runs left that may need them. */
export interface ImagePlace {
  readonly engine: Engine
  readonly settings: DockerSettings
  readonly archive: Archive
}

/**
 * Connects to the container engine, with the settings of a directory.
 *
 * @param out wins over `pipeline.config.ts`; relative to the directory
 * @throws UserError `no-container-engine`, `engine-permission-denied`
 */
export async function openImagePlace(directory: string, out: string | null): Promise<ImagePlace> {
  const config = PipelineConfig.parse(await loadConfig(directory))
  const archive = await openArchive(directory, out)
  return { engine: await connectEngine(), settings: dockerSettings(config), archive }
}
