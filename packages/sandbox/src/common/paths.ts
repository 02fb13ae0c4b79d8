import type { SandboxPaths } from '@quarry/core'

/** The names under which everything appears wherever there is a mount namespace. */
export const insidePaths: SandboxPaths = {
  testbed: '/testbed',
  environment: '/quarry/environment',
  site: '/quarry/site',
  tools: '/quarry/tools',
  home: '/quarry/home',
  temporary: '/tmp',
}
