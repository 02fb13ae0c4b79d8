import type { Outcome } from '@quarry/core'
import type { FileRun } from './model.ts'

/**
 * The outcomes of a run that may count as proof. Records are only as good as the process that wrote them: of one that
 * did not end with its closing record nothing has passed (what says so is `crashed`), and no process speaks for the
 * points of another file.
 */
export function trustedOutcomes({ path, status, outcomes }: FileRun): ReadonlyMap<string, Outcome> {
  const own = [...outcomes].filter(([id]) => id.startsWith(`${path}::`))
  if (status === 'completed') return new Map(own)
  return new Map(own.map(([id, outcome]) => [id, outcome === 'passed' ? 'crashed' : outcome]))
}
