import {
  type ArtifactHeader,
  artifactKey,
  contentHash,
  InfrastructureError,
  type Refs,
  type Rejection,
  type Stage,
  type StageContext,
} from '@quarry/core'
import pRetry from 'p-retry'
import type { Workspace } from './workspace.ts'

/** A value on its way into a stage, with the keys of everything that it came from, itself included. */
export interface Carried<A> {
  readonly value: A
  readonly refs: Refs
}

export type StageRun<O> =
  | { readonly kind: 'produced'; readonly carried: Carried<O>; readonly cached: boolean }
  | {
      readonly kind: 'rejected'
      readonly rejection: Rejection
      readonly key: string
      readonly cached: boolean
    }

const infrastructureRetries = 2

/**
 * Runs one stage, or takes its result from the store. A rejection is stored like an artifact; an error is not.
 * The key covers the ancestors too, because a stage may read any of them.
 */
export async function runStage<I, O extends ArtifactHeader, S>(
  stage: Stage<I, O, S>,
  input: Carried<I>,
  settings: S,
  workspace: Workspace,
  subject: string,
): Promise<StageRun<O>> {
  const key = artifactKey(stage.name, stage.version, [input.refs, ...stage.cacheKey(input.value, settings)])
  const started = performance.now()
  workspace.events.emit({ type: 'stage-started', stage: stage.name, subject })
  const stored = await workspace.store.read(stage.name, key, stage.output)
  const result = stored ?? (await computeAndStore(stage, input, settings, workspace, subject, key))
  workspace.events.emit({
    type: 'stage-finished',
    stage: stage.name,
    subject,
    cached: stored !== null,
    durationMs: performance.now() - started,
    rejection: result.kind === 'rejected' ? result.rejection : null,
  })
  if (result.kind === 'rejected') return { ...result, key, cached: stored !== null }
  const refs = { ...result.artifact.refs, [stage.name]: key }
  return { kind: 'produced', carried: { value: result.artifact, refs }, cached: stored !== null }
}

type Stored<O> = { kind: 'produced'; artifact: O } | { kind: 'rejected'; rejection: Rejection }

async function computeAndStore<I, O extends ArtifactHeader, S>(
  stage: Stage<I, O, S>,
  input: Carried<I>,
  settings: S,
  workspace: Workspace,
  subject: string,
  key: string,
): Promise<Stored<O>> {
  const context: StageContext<S> = {
    settings,
    signal: workspace.signal,
    store: workspace.store,
    trees: workspace.trees,
    sandboxes: { current: workspace.sandbox },
    events: workspace.events,
    model: null,
    subject,
  }
  const checkedInput = stage.input.parse(input.value)
  const result = await retryingInfrastructure(workspace, subject, () => stage.run(checkedInput, context))
  workspace.signal.throwIfAborted()
  const stored: Stored<O> =
    result.kind === 'rejected'
      ? result
      : { kind: 'produced', artifact: stage.output.parse(withHeader(result.artifact, input.refs)) }
  await workspace.store.write(stage.name, key, stored)
  return stored
}

function withHeader(draft: object, refs: Refs) {
  const artifact = { ...draft, schema_version: 1 as const, refs }
  return { ...artifact, content_hash: contentHash(artifact) }
}

/** Only trouble of the machine is tried again: a verdict never changes by asking twice. */
function retryingInfrastructure<T>(workspace: Workspace, subject: string, run: () => Promise<T>): Promise<T> {
  return pRetry(run, {
    retries: infrastructureRetries,
    minTimeout: 500,
    signal: workspace.signal,
    shouldRetry: ({ error }) => error instanceof InfrastructureError && !workspace.signal.aborted,
    onFailedAttempt: ({ error, retriesLeft }) => {
      if (error instanceof InfrastructureError && retriesLeft > 0)
        workspace.events.emit({ type: 'notice', subject, message: `trying again: ${error.message}` })
    },
  })
}
