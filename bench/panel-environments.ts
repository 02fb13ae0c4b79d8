import type { Environment, Rejection, RepositoryDefinition, Snapshot } from '@quarry/core'
import { environment } from '@quarry/environment'
import { pinSource, runStage, stageSettings, type Workspace } from '@quarry/pipeline'
import { source } from '@quarry/source'

/** What a repository came to as far as its environment, whose proof is a collection and a run of a few test files. */
export type EnvironmentRow = { readonly name: string; readonly seconds: number } & (
  | { readonly kind: 'built'; readonly snapshot: Snapshot; readonly environment: Environment }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
)

/** source → environment, for the panel's question whether a repository can be used at all. */
export async function tryEnvironment(
  workspace: Workspace,
  definition: RepositoryDefinition,
): Promise<EnvironmentRow> {
  const { name, python } = definition
  const pinned = await pinSource(workspace, definition, false)
  const interpreter = await workspace.sandbox.findInterpreter(python ?? null)
  const settings = stageSettings(workspace, definition, interpreter)
  const start = { value: { repository: name, source: pinned }, refs: {} }
  const fetched = await runStage(source, start, settings.source, workspace, name)
  if (fetched.kind === 'rejected') return { name, seconds: 0, kind: 'rejected', rejection: fetched.rejection }
  const started = performance.now()
  const built = await runStage(environment, fetched.carried, settings.environment, workspace, name)
  const seconds = (performance.now() - started) / 1000
  if (built.kind === 'rejected') return { name, seconds, kind: 'rejected', rejection: built.rejection }
  return { name, seconds, kind: 'built', snapshot: fetched.carried.value, environment: built.carried.value }
}
