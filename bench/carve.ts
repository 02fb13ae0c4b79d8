// Carves every Python file of real packages at random, puts everything back, and lets Python's own syntax tree judge.
//
//   node --conditions=quarry-source bench/carve.ts PYTHON SOURCE [SOURCE...]
//
// PYTHON has to be as new as the newest syntax in the sources. A SOURCE is a directory or the name of a distribution,
// which is downloaded. For each file: everything deleted, everything hollowed, and two random choices; for each
// source: cuts over all of its files at once, which rewrite imports too. Prints one row for each source, and below it
// every refusal by reason and every difference.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkCarves } from './carve/check-carves.ts'
import { unpack } from './unpack.ts'

const [python, ...sources] = process.argv.slice(2)
if (python === undefined || sources.length === 0) throw new Error('usage: bench/carve.ts PYTHON SOURCE...')

const columns = [
  'source',
  'files',
  'KB',
  'objects',
  'carves',
  'failed',
  'refused',
  'ms/parse',
  'ms/carve',
  'ms/cut',
  'ms/judge',
  'MB',
]
print(columns.map((column) => column.padStart(column === 'source' ? 24 : 8)).join(' '))
const top = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
try {
  for (const source of sources) {
    const directory = existsSync(source) ? source : await unpack(python, source, top)
    const result = await checkCarves(python, directory, join(top, 'trees.git'))
    const { files, bytes, objects, carves, failures, refusals, milliseconds } = result
    const row = [
      files,
      Math.round(bytes / 1024),
      objects,
      carves,
      failures.length,
      refusals.length,
      milliseconds.parse.toFixed(1),
      milliseconds.carve.toFixed(1),
      milliseconds.cut.toFixed(0),
      milliseconds.judge.toFixed(0),
      Math.round(process.resourceUsage().maxRSS / 1024),
    ]
    print([source.slice(-24).padStart(24), ...row.map((cell) => String(cell).padStart(8))].join(' '))
    const byReason = Map.groupBy(refusals, ({ reason }) => reason)
    for (const [reason, all] of byReason) print(`    ${all.length} refused: ${reason} (${all[0]?.path})`)
    for (const failure of failures.slice(0, 40)) print(`    FAILED ${failure}`)
    await rm(join(top, 'trees.git'), { recursive: true, force: true })
  }
} finally {
  await rm(top, { recursive: true, force: true })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
