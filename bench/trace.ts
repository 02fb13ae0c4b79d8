// What tracing costs, by each way of hearing of calls: CPU time of the traced run as a ratio to plain pytest's.
//
//   node --conditions=quarry-source bench/trace.ts ROUNDS PYTHON [PYTHON...]
//
// Each PYTHON needs pip, pytest and what the two suites import (pretend, hypothesis). All ways must tell the same; where
// two don't, that is said, and the figures are worth nothing.
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { probeDirectory } from '@quarry/testrun'
import { execa } from 'execa'

const [rounds = '5', ...pythons] = process.argv.slice(2)
if (pythons.length === 0) throw new Error('usage: bench/trace.ts ROUNDS PYTHON [PYTHON...]')

interface Workload {
  readonly distribution: string
  /** The directory on sys.path, in the source distribution. */
  readonly root: string
  readonly tests: readonly string[]
}

const workloads: readonly Workload[] = [
  {
    distribution: 'packaging==26.4',
    root: 'src',
    tests: ['metadata', 'utils', 'tags', 'direct_url'].map((name) => `tests/test_${name}.py`),
  },
  {
    distribution: 'networkx==3.5',
    root: '.',
    tests: [
      'networkx/algorithms/traversal/tests',
      'networkx/algorithms/tree/tests/test_mst.py',
      'networkx/classes/tests/test_digraph.py',
    ],
  },
]

const top = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
const measure = `
import resource, subprocess, sys
with open(sys.argv[1], "wb") as records, open(sys.argv[1] + ".log", "wb") as log:
    status = subprocess.call(sys.argv[2:], stdout=records, stderr=log, stdin=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
sys.exit(0 if status in (0, 1) else "ended with status %d" % status)
`

async function unpack(python: string, distribution: string): Promise<string> {
  const directory = join(top, distribution)
  await mkdir(directory)
  const options = ['--quiet', '--no-deps', '--no-binary', ':all:', '--dest', directory]
  await execa(python, ['-m', 'pip', 'download', ...options, distribution])
  const [archive = ''] = await readdir(directory)
  await execa('tar', ['-xf', archive], { cwd: directory })
  await rm(join(directory, archive))
  return join(directory, ...(await readdir(directory)))
}

/** Options of the probe, by the name that it gives each way of hearing of calls. */
async function waysOf(python: string): Promise<Map<string, string[]>> {
  const ways = new Map([['settrace', ['--tracer=settrace']]])
  const version = await execa(python, ['-c', 'import sys; print(sys.version_info >= (3, 12))'])
  const monitoring = version.stdout === 'True'
  if (monitoring) ways.set('monitoring', ['--tracer=monitoring'])
  const directory = await mkdtemp(join(top, 'accelerator-'))
  const built = await execa(python, [join(probeDirectory, 'quarry_build_accelerator.py'), directory])
  return ways.set(monitoring ? 'monitoring-c' : 'frames-c', [`--accelerator=${built.stdout}`])
}

/** Seconds of CPU time. */
async function run(
  python: string,
  directory: string,
  workload: Workload,
  command: string[],
  out: string,
): Promise<number> {
  const variables = {
    PYTHONPATH: join(directory, workload.root),
    PYTHONHASHSEED: '0',
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const pytest = ['-q', '-p', 'no:cacheprovider', '--continue-on-collection-errors', ...workload.tests]
  const result = await execa(python, ['-c', measure, out, python, ...command, ...pytest], {
    cwd: directory,
    env: variables,
  })
  return Number(result.stdout)
}

/** What a traced run tells, in words that do not depend on numbers: calls, and what each point executed. */
async function told(file: string): Promise<Map<string, string>> {
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
  const records = lines.map((line) => JSON.parse(line))
  const rows: string[] = records
    .filter(({ record }) => record === 'codes')
    .flatMap((record) => record.rows.map((row: unknown) => JSON.stringify(row)))
  const name = (index: number): string => rows[index] ?? '?'
  const facts = new Map<string, string>()
  for (const record of records) {
    if (record.record === 'calls' || record.record === 'imported_calls') {
      for (const [caller, callee] of record.new)
        facts.set(`${record.record} ${name(caller)} ${name(callee)}`, '')
    }
    if (record.record === 'trace') facts.set(record.id, record.executed.map(name).toSorted().join(' '))
  }
  return facts
}

function differences(one: Map<string, string>, other: Map<string, string>): string[] {
  const keys = new Set([...one.keys(), ...other.keys()])
  return [...keys].filter((key) => one.get(key) !== other.get(key))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function compare(python: string, workload: Workload, directory: string): Promise<void> {
  const ways = await waysOf(python)
  const launcher = [join(probeDirectory, 'quarry_probe_main.py'), '--mode=trace', `--testbed=${directory}`]
  const commands = new Map([
    ['plain', ['-m', 'pytest']],
    ...[...ways].map(([name, options]): [string, string[]] => [name, [...launcher, ...options, '--']]),
  ])
  const times = new Map([...commands.keys()].map((name) => [name, [] as number[]]))
  for (let round = 0; round < Number(rounds); round++) {
    for (const [name, command] of commands) {
      const seconds = await run(python, directory, workload, command, join(top, `records-${name}`))
      times.get(name)?.push(seconds)
    }
  }
  const plain = median(times.get('plain') ?? [])
  const reference = await told(join(top, 'records-settrace'))
  const version = await execa(python, ['-c', 'import sys; print(sys.version.split()[0])'])
  print(`${version.stdout} ${workload.distribution}: plain ${plain.toFixed(2)} s, ${reference.size} facts`)
  for (const name of ways.keys()) {
    const ratio = median(times.get(name) ?? []) / plain
    const differing = differences(reference, await told(join(top, `records-${name}`)))
    print(`  ${name.padEnd(14)} ${ratio.toFixed(2)}  ${differing.length} differences to settrace`)
    for (const each of differing.slice(0, 5)) print(`    ${each.slice(0, 200)}`)
  }
}

try {
  for (const workload of workloads) {
    const directory = await unpack(pythons[0] ?? '', workload.distribution)
    for (const python of pythons) await compare(python, workload, directory)
  }
} finally {
  await rm(top, { recursive: true, force: true })
}
