import { canonicalHash } from '@quarry/core'
import { type PinnedSource, source } from '@quarry/source'
import type { StageSettings } from './stage-settings.ts'

/**
 * Names what a repository's candidates are mined from: its code, and every setting on the way to them. Quarry's version
 * is no part of it: a later one judges the same thing anew.
 */
export function minedFrom(repository: string, pinned: PinnedSource, settings: StageSettings): string {
  const { observe } = settings
  const { implementation, version } = settings.environment.interpreter
  const environment = { ...settings.environment, interpreter: [implementation, version] }
  const code = source.cacheKey({ repository, source: pinned }, settings.source)
  return canonicalHash([code, environment, observe.testFiles, observe.outcomeRuns])
}
