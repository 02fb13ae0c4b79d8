import type { Environment } from '@quarry/core'
import type { PytestSettings } from './model.ts'

/** How pytest is run in an environment; the limits are in seconds, for one test file and for one test point. */
export function pytestSettings(
  environment: Pick<Environment, 'pytest' | 'variables' | 'import_roots'>,
  limits: { readonly fileSeconds: number; readonly pointSeconds: number },
): PytestSettings {
  return {
    arguments: environment.pytest.arguments,
    variables: environment.variables,
    importRoots: environment.import_roots,
    fileSeconds: limits.fileSeconds,
    pointSeconds: limits.pointSeconds,
  }
}
