// What tracing costs, by each way of hearing of calls: CPU time of the traced run as a ratio to plain pytest's; and how far
// it is right: edges and nodes of each test point against the reference tracer beside this.
//
//   node --conditions=quarry-source bench/trace.ts ROUNDS PYTHON [PYTHON...]
//
// Each PYTHON needs pip, pytest and what the two suites import (pretend, hypothesis). All ways must tell the same; where
// two don't, that is said, and the figures are worth nothing.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { probeDirectory } from '@quarry/testrun'
import { execa } from 'execa'
import { agreement, type Reference, readReference } from './reference.ts'
import { differences, tracedPlaces } from './traced-run.ts'
import { unpack } from './unpack.ts'

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

interface Run {
  readonly python: string
  readonly directory: string
  readonly workload: Workload
}

/** Seconds of CPU time of a command that takes pytest's arguments. */
async function measured(
  { python, directory, workload }: Run,
  command: readonly string[],
  out: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<number> {
  const pytest = ['-q', '-p', 'no:cacheprovider', '--continue-on-collection-errors', ...workload.tests]
  const result = await execa(python, ['-c', measure, out, python, ...command, ...pytest], {
    cwd: directory,
    env: {
      PYTHONPATH: [join(directory, workload.root), import.meta.dirname].join(':'),
      PYTHONHASHSEED: '0',
      PYTHONDONTWRITEBYTECODE: '1',
      ...variables,
    },
  })
  return Number(result.stdout)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** So many, and some of them, so that they can be explained. */
function printFacts(what: string, facts: readonly string[]): void {
  print(`      ${facts.length} ${what}`)
  for (const fact of facts.slice(0, 5)) print(`        ${fact.slice(0, 240)}`)
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function measureReference(run: Run): Promise<{ reference: Reference; seconds: number }> {
  const out = join(top, 'reference.json')
  const command = ['-m', 'pytest', '-p', 'reference_tracer']
  const seconds = await measured(run, command, join(top, 'records-reference'), { REFERENCE_OUT: out })
  return { reference: await readReference(out), seconds }
}

/** Median seconds of each command, and what its last run told in a file of its name. */
async function measureInRotation(
  run: Run,
  commands: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, number>> {
  const times = new Map([...commands.keys()].map((name): [string, number[]] => [name, []]))
  for (let round = 0; round < Number(rounds); round++) {
    for (const [name, command] of commands) {
      times.get(name)?.push(await measured(run, command, join(top, `records-${name}`)))
    }
  }
  return new Map([...times].map(([name, seconds]) => [name, median(seconds)]))
}

async function compare(run: Run): Promise<void> {
  const ways = await waysOf(run.python)
  const launcher = [
    join(probeDirectory, 'quarry_probe_main.py'),
    '--mode=trace',
    `--testbed=${run.directory}`,
  ]
  const times = await measureInRotation(
    run,
    new Map([
      ['plain', ['-m', 'pytest']],
      ...[...ways].map(([name, options]): [string, string[]] => [name, [...launcher, ...options, '--']]),
    ]),
  )
  const plain = times.get('plain') ?? Number.NaN
  const { reference, seconds } = await measureReference(run)
  const version = await execa(run.python, ['-c', 'import sys; print(sys.version.split()[0])'])
  const edges = reference.points.values().reduce((sum, place) => sum + place.edges.size, 0)
  print(`${version.stdout} ${run.workload.distribution}: plain ${plain.toFixed(2)} s`)
  print(
    `  reference ${(seconds / plain).toFixed(2)} (once), ${reference.points.size} points, ${edges} edges of points`,
  )
  const settrace = await tracedPlaces(join(top, 'records-settrace'))
  for (const name of ways.keys()) {
    const file = join(top, `records-${name}`)
    print(`  ${name} ${((times.get(name) ?? Number.NaN) / plain).toFixed(2)}`)
    printFacts('facts differ from settrace', differences(settrace, await tracedPlaces(file)))
    const codes = await tracedPlaces(file, true)
    for (const kind of ['edges', 'nodes'] as const) {
      const found = agreement(reference, codes, kind)
      print(`    ${kind}: recall ${found.recall.toFixed(4)}, precision ${found.precision.toFixed(4)}`)
      print(`      less ${found.generators} of generators, more ${found.fixtures} of wider fixtures`)
      printFacts('differ otherwise', found.unexplained)
    }
  }
}

try {
  for (const workload of workloads) {
    const directory = await unpack(pythons[0] ?? '', workload.distribution, top)
    for (const python of pythons) await compare({ python, directory, workload })
  }
} finally {
  await rm(top, { recursive: true, force: true })
}
