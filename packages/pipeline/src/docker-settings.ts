import type { PipelineConfig } from '@quarry/core'
import { defaultDockerSettings, type DockerSettings } from '@quarry/sandbox'

/** The configuration's word first, then the environment's, then the defaults. */
export function dockerSettings({ docker }: Pick<PipelineConfig, 'docker'>): DockerSettings {
  const base = docker.baseImage ?? process.env['QUARRY_BASE_IMAGE']
  const build = docker.buildImage ?? process.env['QUARRY_BUILD_IMAGE']
  return {
    ...defaultDockerSettings,
    ...(base === undefined ? {} : { baseImage: base, buildImage: null }),
    ...(build === undefined ? {} : { buildImage: build }),
    python: docker.python,
    processors: docker.processors,
    imageBytes: docker.imageGigabytes * 1e9,
    freeBytes: docker.freeGigabytes * 1e9,
    imagePrefix: docker.imagePrefix,
  }
}
