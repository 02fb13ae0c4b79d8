import type { Environment, Outcome, Sandbox, TreeHash } from '@quarry/core'
import { openTestbed, pytestSettings, runTestFile, trustedOutcomes } from '@quarry/testrun'
import type { ValidateSettings } from './settings.ts'

type Outcomes = ReadonlyMap<string, Outcome>

/**
 * Every candidate of a repository is restored to the same tree, and most of their regression files are the same: one
 * run of a file serves them all, as long as the process lives. They hang on the sandbox, so that they go with it.
 */
const runsBySandbox = new WeakMap<Sandbox, Map<string, Promise<Outcomes>>>()

/** Outcomes of one run of a test file on a tree, by node id; the same run for everyone who asks for it. */
export function confirmingRun(
  sandbox: Sandbox,
  environment: Environment,
  tree: TreeHash,
  file: string,
  settings: ValidateSettings,
  signal: AbortSignal,
): Promise<Outcomes> {
  const runs = runsBySandbox.get(sandbox) ?? new Map<string, Promise<Outcomes>>()
  runsBySandbox.set(sandbox, runs)
  const { fileSeconds, pointSeconds, network } = settings
  const key = JSON.stringify([tree, environment.content_hash, file, fileSeconds, pointSeconds, network])
  const run = runs.get(key) ?? runOnce(sandbox, environment, tree, file, settings, signal)
  runs.set(key, run)
  // A machine's trouble is nobody's outcome: whoever asks next tries again.
  run.catch(() => runs.delete(key))
  return run
}

/** In a testbed of its own, so that it goes on when the candidate that asked first has given up. */
async function runOnce(
  sandbox: Sandbox,
  environment: Environment,
  tree: TreeHash,
  file: string,
  settings: ValidateSettings,
  signal: AbortSignal,
): Promise<Outcomes> {
  const testbed = await openTestbed(sandbox, environment, tree, { network: settings.network }, signal)
  try {
    const pytest = pytestSettings(environment, settings)
    const run = await runTestFile(testbed, pytest, { file, hashSeed: environment.hash_seed }, signal)
    return trustedOutcomes(run)
  } finally {
    await testbed.close()
  }
}
