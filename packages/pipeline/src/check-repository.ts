import type { RepositoryDefinition } from '@quarry/core'
import { type PinnedSource, source } from '@quarry/source'
import type { CheckedRepository } from './api.ts'
import { pinSource } from './pins.ts'
import { runStage } from './run-stage.ts'
import type { Workspace } from './workspace.ts'

/** Fetches a repository as mining would, so that a definition is only written down when it works. */
export async function checkRepository(
  workspace: Workspace,
  definition: RepositoryDefinition,
): Promise<CheckedRepository> {
  const pinned = await pinSource(workspace, definition, true)
  const start = { value: { repository: definition.name, source: pinned }, refs: {} }
  const fetched = await runStage(source, start, {}, workspace, definition.name)
  const checked = { ...definition, source: requestOf(pinned) }
  if (fetched.kind === 'rejected') return { definition: checked, testFiles: 0, rejection: fetched.rejection }
  const entries = await workspace.trees.list(fetched.carried.value.tree)
  const testFiles = entries.filter((entry) => /(^|\/)(test_[^/]*|[^/]*_test)\.py$/.test(entry.path)).length
  return { definition: checked, testFiles, rejection: null }
}

/** What a maintainer writes so that the very same code is fetched again. */
function requestOf(pinned: PinnedSource): RepositoryDefinition['source'] {
  switch (pinned.kind) {
    case 'pypi':
      return { kind: 'pypi', project: pinned.project, version: pinned.version }
    case 'git':
      return { kind: 'git', url: pinned.url, ref: pinned.commit }
    case 'path':
      return { kind: 'path', path: pinned.path }
  }
}
