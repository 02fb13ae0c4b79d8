import { InfrastructureError, type Testbed } from '@quarry/core'
import type { Collection, PytestSettings } from './model.ts'
import { type ProbeRun, runProbe } from './probe-run.ts'
import { recordsOf } from './records.ts'
import { closedProperly } from './status.ts'

/** What a whole collection may take, as a multiple of what one file may. */
const collectionFactor = 2

/**
 * Collects test points without running one. `files` null: what pytest itself would collect. Items that are not Python
 * functions (doctests, data files of plugins) are left out.
 * @throws InfrastructureError `collection-incomplete` when the process did not come to its end.
 */
export async function collectTests(
  testbed: Testbed,
  pytest: PytestSettings,
  options: { readonly files: readonly string[] | null; readonly hashSeed: number },
  signal: AbortSignal,
): Promise<Collection> {
  const wallSeconds = pytest.fileSeconds * collectionFactor
  const { files, hashSeed } = options
  const run = await runProbe(
    testbed,
    pytest,
    { mode: 'collect', files: files ?? [], hashSeed, wallSeconds },
    signal,
  )
  if (!closedProperly(run.records, run.result)) throw incomplete(run)
  const collected = recordsOf(run.records, 'collected')[0]
  const items = recordsOf(run.records, 'item').filter((item) => item.function)
  const errors = recordsOf(run.records, 'collect-error').map(({ path, message }) => ({ path, message }))
  return {
    points: items.map(({ id, path, digest }) => ({ id, path, digest })),
    // Without a collection pytest gave up before the first file: a conftest or a plugin can't be imported.
    errors: collected ? errors : [...errors, { path: '', message: run.log }],
    conftests: collected?.conftests ?? [],
    shadowed: collected?.shadowed ?? [],
    warmUp: { modules: collected?.modules ?? [], sources: collected?.sources ?? [] },
  }
}

function incomplete({ result, log }: ProbeRun): InfrastructureError {
  const how = result.outcome === 'exited' ? `exit status ${result.status}` : result.outcome
  const message = `collecting the tests did not come to its end (${how}); raise the limits or name the test files. It said: ${log}`
  return new InfrastructureError(message, { code: 'collection-incomplete' })
}
