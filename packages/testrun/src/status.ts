import type { CommandResult } from '@quarry/core'
import type { RunStatus } from './model.ts'
import { type ProbeRecord, recordsOf } from './records.ts'

/** pytest's own exit statuses. */
const exits = { passed: 0, failed: 1, usageError: 4, noTests: 5 }

/** Whether the process ended as the probe's closing record says it would, with every record there. */
export function closedProperly(records: readonly ProbeRecord[], result: CommandResult): boolean {
  const close = recordsOf(records, 'close')[0]
  const last = records.at(-1)
  if (!close || last !== close || result.outcome !== 'exited') return false
  return close.exit === result.status && close.records === records.length - 1
}

/** How a run of one test file ended, by its records; the exit status must agree with them. */
export function runStatus(records: readonly ProbeRecord[], result: CommandResult): RunStatus {
  if (result.outcome === 'timed-out') return 'timed-out'
  if (result.outcome === 'out-of-memory') return 'out-of-memory'
  if (!closedProperly(records, result) || leftAPoint(records)) return 'crashed'
  const collected = recordsOf(records, 'collected')[0]
  const nothing = collected === undefined || collected.count === 0
  if (nothing && recordsOf(records, 'collect-error').length > 0) return 'collection-error'
  if (result.status === exits.passed || result.status === exits.failed) return 'completed'
  if (result.status === exits.noTests) return 'no-tests'
  // Without a collection it never came to the file: a conftest, a plugin or pytest itself can't be imported.
  return result.status === exits.usageError && collected === undefined ? 'collection-error' : 'crashed'
}

/** Whether pytest was made to end within a test point; whoever does that chooses the exit status too. */
function leftAPoint(records: readonly ProbeRecord[]): boolean {
  return recordsOf(records, 'start').length > recordsOf(records, 'finish').length
}
