import { Environment, Snapshot, type Stage } from '@quarry/core'
import type { EnvironmentSettings } from './settings.ts'
import { environmentVersion } from './version.ts'

/** Finds out what the tests of a snapshot need, installs and locks it, and proves that tests pass in it. */
export const environment: Stage<Snapshot, Environment, EnvironmentSettings> = {
  name: 'environment',
  version: environmentVersion,
  input: Snapshot,
  output: Environment,
  cacheKey: (snapshot, settings) => [
    snapshot.content_hash,
    settings.sandbox,
    // Where it lies and who runs it are no part of what comes out.
    settings.interpreter.implementation,
    settings.interpreter.version,
    settings.requirements,
    settings.variables,
    settings.hashSeed,
    settings.network,
    // A rejection may be the work of a limit, and is asked again when the limit is another.
    settings.buildSeconds,
    settings.fileSeconds,
    settings.pointSeconds,
    ...(settings.testFiles === null ? [] : [settings.testFiles]),
  ],
  run: async (snapshot, context) => {
    const { makeEnvironment } = await import('./make-environment.ts')
    return makeEnvironment(snapshot, context)
  },
}
