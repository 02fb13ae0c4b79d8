import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { PipelineConfig } from './define-config.ts'
import { loadModule } from './load-module.ts'

/**
 * The settings in `pipeline.config.ts` of a directory, defaults filled in; all defaults when there is no such file.
 * @throws UserError `config-invalid`, naming file and field.
 */
export async function loadConfig(directory: string): Promise<PipelineConfig> {
  const file = join(directory, 'pipeline.config.ts')
  const there = await access(file).then(
    () => true,
    () => false,
  )
  return there ? loadModule(file, directory, PipelineConfig) : PipelineConfig.parse({})
}
