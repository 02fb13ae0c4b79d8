import {
  contentHash,
  Environment,
  FeatureCut,
  Observation,
  type Outcome,
  type RepositoryDefinition,
  type TreeHash,
  unpackObservation,
} from '@quarry/core'
import { carve } from '@quarry/carve'
import { predict } from '@quarry/isolate'
import { type CandidateRecord, runStage, stageSettings, type Workspace } from '@quarry/pipeline'
import { openTestbed, pytestSettings, runTestFile, trustedOutcomes } from '@quarry/testrun'
import { type Agreement, compare } from './agreement-compare.ts'
import { hollowEverything } from './agreement-hollow.ts'

/** A candidate's agreement, or why its hollowed tree could not be had. */
export type CandidateAgreement = { readonly candidate: string } & (
  | { readonly kind: 'compared'; readonly agreement: Agreement }
  | { readonly kind: 'refused'; readonly reason: string }
)

/** Hollows a candidate's cut, carves it, runs the F2P files, and compares. Null for a candidate that has no cut. */
export async function checkCandidate(
  workspace: Workspace,
  definition: RepositoryDefinition,
  { id: candidate, refs }: CandidateRecord,
): Promise<CandidateAgreement | null> {
  if (refs.isolate === undefined) return null
  const { store } = workspace
  const cut = await store.ancestor(refs, 'isolate', FeatureCut)
  const { objects, test_files } = unpackObservation(await store.ancestor(refs, 'observe', Observation))
  const environment = await store.ancestor(refs, 'environment', Environment)
  const files = test_files.filter(({ path }) => cut.f2p_files.includes(path))

  const { extracted, gone } = hollowEverything(cut, objects)
  const carved = await carveAll(workspace, { ...cut, extracted: [...extracted], leftovers: [] }, refs.isolate)
  if (carved.kind === 'refused') return { candidate, ...carved }
  const { outcomes, log } = await runFiles(workspace, definition, environment, carved.tree, cut.f2p_files)
  const prediction = predict(files, gone)
  return {
    candidate,
    kind: 'compared',
    agreement: compare({ prediction, outcomes, files, objects, gone, log }),
  }
}

/** The cut is stored under another name: the candidate's own trees stay what they are. */
async function carveAll(workspace: Workspace, cut: FeatureCut, key: string) {
  const unhashed = { ...cut, candidate: `${cut.candidate} with every object hollowed` }
  const value = { ...unhashed, content_hash: contentHash(unhashed) }
  const start = { value, refs: { ...cut.refs, isolate: key } }
  const anySize = { maxCarvedLines: Number.MAX_SAFE_INTEGER }
  const carved = await runStage(carve, start, anySize, workspace, value.candidate)
  return carved.kind === 'rejected'
    ? { kind: 'refused' as const, reason: `${carved.rejection.code}: ${carved.rejection.message}` }
    : { kind: 'carved' as const, tree: carved.carried.value.trees.carved }
}

async function runFiles(
  workspace: Workspace,
  definition: RepositoryDefinition,
  environment: Environment,
  tree: TreeHash,
  files: readonly string[],
): Promise<{ readonly outcomes: ReadonlyMap<string, Outcome>; readonly log: string }> {
  const interpreter = await workspace.sandbox.findInterpreter(definition.python ?? null)
  const { validate } = stageSettings(workspace, definition, interpreter)
  workspace.environments.remember(environment)
  const testbed = await openTestbed(workspace.sandbox, environment, tree, validate, workspace.signal)
  try {
    const pytest = pytestSettings(environment, validate)
    const runs = await Promise.all(
      files.map((file) =>
        runTestFile(testbed, pytest, { file, hashSeed: environment.hash_seed }, workspace.signal),
      ),
    )
    return {
      outcomes: new Map(runs.flatMap((run) => [...trustedOutcomes(run)])),
      log: runs.map((run) => run.log).join('\n'),
    }
  } finally {
    await testbed.close()
  }
}
