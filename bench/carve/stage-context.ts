import { packObservation, type StageContext, type TreeHash, type TreeStore } from '@quarry/core'
import { subprocessSandbox } from '../../tests/support/subprocess-sandbox.ts'
import type { MadeUpSuite } from './made-up-suite.ts'

/** What isolate and carve are given when mining, for a tree and a suite that are in no store of artifacts. */
export function stageContext<Settings>(
  trees: TreeStore,
  tree: TreeHash,
  importRoots: readonly string[],
  suite: MadeUpSuite,
  settings: Settings,
): StageContext<Settings> {
  const python = { version: '3', implementation: 'cpython', checked_as: 'bench' }
  const ancestors: Partial<Record<string, unknown>> = {
    source: { repository: 'bench', tree },
    environment: { import_roots: importRoots, overlay: null, site: null, tag: 'bench', python },
    observe: packObservation(suite),
  }
  return {
    settings,
    signal: new AbortController().signal,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stages read only these fields
    store: { ancestor: (_refs, stage) => Promise.resolve(ancestors[stage] as never) },
    trees,
    sandboxes: { current: subprocessSandbox(trees) },
    events: { emit: () => undefined },
    model: null,
    subject: 'bench',
  }
}

/** The fields that the pipeline fills in. */
export const header = {
  schema_version: 1 as const,
  refs: {},
  content_hash: '0'.repeat(64),
  measured: {},
}
