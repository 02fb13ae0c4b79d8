import { BugError } from '@quarry/core'
import { z } from 'zod'

/** Version of the probe's protocol that this package speaks; it is described in probe/README.md. */
const protocol = 3

const Index = z.number().int().nonnegative()
/** What ran in one place: numbers of codes and of edges. */
const place = { executed: z.array(Index), calls: z.array(Index) }

const Record = z.discriminatedUnion('record', [
  z.object({ record: z.literal('open'), protocol: z.number(), mode: z.string(), python: z.string() }),
  z.object({ record: z.literal('tracer'), name: z.string() }),
  z.object({ record: z.literal('collect-error'), path: z.string(), message: z.string() }),
  z.object({
    record: z.literal('item'),
    id: z.string(),
    path: z.string(),
    digest: z.string().nullable(),
    function: z.boolean(),
  }),
  z.object({
    record: z.literal('collected'),
    count: Index,
    conftests: z.array(z.string()),
    shadowed: z.array(z.string()),
    modules: z.array(z.string()),
    sources: z.array(z.string()),
  }),
  z.object({ record: z.literal('start'), id: z.string() }),
  z.object({
    record: z.literal('phase'),
    id: z.string(),
    when: z.enum(['setup', 'call', 'teardown']),
    outcome: z.enum(['passed', 'failed', 'skipped']),
    exception: z.string().nullable(),
    xfail: z.boolean(),
    subtest: z.boolean(),
    duration: z.number(),
  }),
  z.object({ record: z.literal('finish'), id: z.string() }),
  z.object({
    record: z.literal('codes'),
    first: Index,
    rows: z.array(z.tuple([z.string(), z.number().int(), z.string(), z.enum(['code', 'class'])])),
  }),
  z.object({ record: z.literal('edges'), first: Index, rows: z.array(z.tuple([Index, Index])) }),
  z.object({ record: z.literal('imported'), module: Index.nullable(), ...place }),
  z.object({ record: z.literal('trace'), id: z.string(), ...place, incomplete: z.boolean() }),
  z.object({ record: z.literal('between'), ...place }),
  z.object({ record: z.literal('close'), exit: z.number().int(), records: Index }),
])
export type ProbeRecord = z.infer<typeof Record>
export type RecordOf<Kind extends ProbeRecord['record']> = Extract<ProbeRecord, { record: Kind }>

/**
 * The probe's records, in order, up to the first line that is none: the process ended while it wrote, or something else
 * wrote to the channel. Without a closing record the run counts as crashed, whatever came before.
 * @throws BugError `probe-protocol` when the probe speaks another version.
 */
export function parseRecords(stdout: Uint8Array): ProbeRecord[] {
  const lines = new TextDecoder().decode(stdout).split('\n').slice(0, -1)
  const records: ProbeRecord[] = []
  for (const line of lines) {
    const record = parseRecord(line)
    if (record === null) break
    records.push(record)
  }
  const open = records[0]
  if (open && (open.record !== 'open' || open.protocol !== protocol)) {
    throw new BugError(`the probe speaks another protocol than ${protocol}: ${lines[0]?.slice(0, 200)}`, {
      code: 'probe-protocol',
    })
  }
  return records
}

function parseRecord(line: string): ProbeRecord | null {
  try {
    return Record.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

/** The records of one kind. */
export function recordsOf<Kind extends ProbeRecord['record']>(
  records: readonly ProbeRecord[],
  kind: Kind,
): RecordOf<Kind>[] {
  return records.filter((record): record is RecordOf<Kind> => record.record === kind)
}
