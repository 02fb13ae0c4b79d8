import { z } from 'zod'
import type { CommandResult } from '@quarry/core'

/** What the supervisor answers: that it failed itself, or how the command ended. */
const SupervisorRecord = z.union([
  z.object({ error: z.string() }),
  z.object({
    error: z.undefined().optional(),
    outcome: z.enum(['exited', 'killed-by-signal', 'timed-out', 'abandoned']),
    status: z.number().nullable(),
    signal: z.string().nullable(),
    truncated: z.boolean(),
    /** Seconds. */
    duration: z.number(),
    /** The kernel ended a process of the command because of the memory limit. */
    oom: z.boolean(),
  }),
])

/** The result that a record and the output stand for, or why there is none. */
export function supervisorResult(
  answer: unknown,
  stdout: Uint8Array,
  stderr: Uint8Array,
): CommandResult | string {
  const record = SupervisorRecord.parse(answer)
  if (record.error !== undefined) return record.error
  if (record.outcome === 'abandoned') return 'the supervisor lost its connection'
  return {
    outcome: record.oom ? 'out-of-memory' : record.outcome,
    status: record.oom ? null : record.status,
    signal: record.oom ? null : record.signal,
    stdout,
    stderr,
    truncated: record.truncated,
    durationMs: Math.round(record.duration * 1000),
  }
}
