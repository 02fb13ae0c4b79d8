import { readFile } from 'node:fs/promises'
import { UserError } from '../errors/errors.ts'
import { optionName, parsePipConfig, type PipConfig } from './parse-pip-config.ts'
import { pipConfigFiles } from './pip-config-files.ts'

/** What `pip install` is set to: options by name, never empty. */
export type PipOptions = ReadonlyMap<string, string>

/**
 * The options of `pip install`, from files and environment. As in pip, files are merged section by section before [install]
 * is laid over [global] and the environment over both, so that [install] of a system file beats [global] of a user's.
 * @throws UserError `pip-config-unreadable` or `pip-config-invalid`.
 */
export async function readPipOptions(
  environment: NodeJS.ProcessEnv,
  machineFile: string,
): Promise<PipOptions> {
  const files = await Promise.all(pipConfigFiles(environment, machineFile).map(readConfig))
  const layers = [sectionOf(files, 'global'), sectionOf(files, 'install'), fromEnvironment(environment)]
  return new Map(layers.flatMap((layer) => [...layer].filter(([, value]) => value !== '')))
}

function sectionOf(files: readonly PipConfig[], section: string): Map<string, string> {
  return new Map(files.flatMap((file) => [...(file.get(section) ?? [])]))
}

function fromEnvironment(environment: NodeJS.ProcessEnv): Map<string, string> {
  const options = new Map<string, string>()
  for (const [name, value] of Object.entries(environment))
    if (name.startsWith('PIP_') && value !== undefined)
      options.set(optionName(name.slice('PIP_'.length)), value)
  return options
}

async function readConfig(file: string): Promise<PipConfig> {
  try {
    return parsePipConfig(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof UserError) throw error
    if (isAbsent(error)) return new Map()
    throw new UserError(
      `pip's configuration file ${file} can't be read: make it readable or set PIP_CONFIG_FILE`,
      {
        code: 'pip-config-unreadable',
        cause: error,
      },
    )
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
