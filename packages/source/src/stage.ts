import { produced, rejected, Snapshot, type Stage, type StageContext, type StageResult } from '@quarry/core'
import { SourceInput } from './pinned-source.ts'
import type { SourceSettings } from './settings.ts'

/** Fetches exactly what is pinned, and says from its files alone what it is. */
export const source: Stage<SourceInput, Snapshot, SourceSettings> = {
  name: 'source',
  version: 1,
  input: SourceInput,
  output: Snapshot,
  cacheKey: ({ repository, source: pinned }) => {
    if (pinned.kind !== 'path') return [repository, pinned]
    // Where a directory lies is not content.
    return [repository, 'path', pinned.tree, pinned.emptyDirectories, pinned.commit]
  },
  run,
}

async function run(
  input: SourceInput,
  context: StageContext<SourceSettings>,
): Promise<StageResult<Snapshot>> {
  const { fetchSource } = await import('./fetch-source.ts')
  const { describeSnapshot } = await import('./describe-snapshot.ts')
  const fetched = await fetchSource(input.source, context)
  const result =
    fetched.kind === 'refused' ? fetched : await describeSnapshot(input.repository, fetched, context.trees)
  if (result.kind === 'described') return produced(result.artifact)
  const { code, message, evidence } = result
  return rejected({ stage: 'source', code, message, evidence })
}
