import type { SourceRequest, TreeStore } from '@quarry/core'
import type { PinnedSource } from './pinned-source.ts'

export interface ResolveDeps {
  readonly trees: TreeStore
  readonly signal: AbortSignal
  /** Where pip's and git's settings are read from; default: this process's environment. */
  readonly environment?: NodeJS.ProcessEnv
  /** Version of the Python that will run it, so that a newest release fits; default: any. */
  readonly python?: string
}

/**
 * Makes a request exact: the newest release that is not yanked, no pre-release, and has an sdist; the commit behind a ref; the
 * content of a directory, which goes into the tree store.
 * @throws UserError for what the user got wrong: no such project, version, repository, ref or directory.
 *   InfrastructureError for the network, after several tries.
 */
export async function resolveSource(request: SourceRequest, deps: ResolveDeps): Promise<PinnedSource> {
  const environment = deps.environment ?? process.env
  switch (request.kind) {
    case 'pypi': {
      const { openIndex } = await import('./pypi/open-index.ts')
      const { resolveRelease } = await import('./pypi/resolve-release.ts')
      return resolveRelease(request, await openIndex(environment, deps.signal), deps.python ?? null)
    }
    case 'git': {
      const { resolveRef } = await import('./git/resolve-ref.ts')
      return resolveRef(request, environment, deps.signal)
    }
    case 'path': {
      const { importPath } = await import('./path/import-path.ts')
      return importPath(request.path, deps.trees, deps.signal)
    }
  }
}
