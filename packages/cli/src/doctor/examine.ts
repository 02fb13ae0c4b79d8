import { QuarryError } from '@quarry/core'
import type { Workspace } from '@quarry/pipeline'
import { type Check, type DoctorReport, missing } from './check.ts'
import { hostChecks } from './host-checks.ts'
import { indexCheck } from './index-check.ts'
import { sandboxChecks } from './sandbox-checks.ts'

/** Looks at everything that mining needs. A workspace that cannot be opened is a finding like any other. */
export async function examine(
  out: string,
  withWorkspace: (work: (workspace: Workspace) => Promise<Check[]>) => Promise<Check[]>,
): Promise<DoctorReport> {
  const host = await hostChecks(out)
  const checks = [...host, ...(await checksInWorkspace(withWorkspace))]
  return { ready: checks.every(({ state }) => state !== 'missing'), checks }
}

async function checksInWorkspace(
  withWorkspace: (work: (workspace: Workspace) => Promise<Check[]>) => Promise<Check[]>,
): Promise<Check[]> {
  try {
    return await withWorkspace(async ({ sandbox, trees, signal }) => [
      ...(await sandboxChecks(sandbox)),
      await indexCheck(trees, signal),
    ])
  } catch (error) {
    if (!(error instanceof QuarryError)) throw error
    return [missing('sandbox', error.message, 'mend this first; what depends on it was not looked at')]
  }
}
