import type { StageContext } from '@quarry/core'
import { defaultLimits } from './archive/limits.ts'
import type { Fetched, Refused } from './fetched.ts'
import type { PinnedSource } from './pinned-source.ts'
import type { SourceSettings } from './settings.ts'

/** Brings what is pinned into the tree store. */
export async function fetchSource(
  pinned: PinnedSource,
  { settings, signal, trees }: StageContext<SourceSettings>,
): Promise<Fetched | Refused> {
  const environment = settings.environment ?? process.env
  const limits = settings.limits ?? defaultLimits
  switch (pinned.kind) {
    case 'pypi': {
      const { openIndex } = await import('./pypi/open-index.ts')
      const { fetchRelease } = await import('./pypi/fetch-release.ts')
      return fetchRelease(pinned, await openIndex(environment, signal), trees, limits)
    }
    case 'git': {
      const { fetchCommit } = await import('./git/fetch-commit.ts')
      return fetchCommit(pinned, trees, environment, signal)
    }
    case 'path': {
      const { describeDirectory } = await import('./path/describe-directory.ts')
      return describeDirectory(pinned, trees, signal)
    }
  }
}
