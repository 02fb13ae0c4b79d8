// How long it takes to cut and to carve one candidate, with the graph loaded, and how much memory: of a package whose
// suite nobody has to run, since who calls whom is guessed by names.
//
//   node --conditions=quarry-source bench/carve-cut.ts DIRECTORY [PREFIX...]
//
// DIRECTORY is an unpacked source distribution; the suite are its test files whose paths start with a PREFIX. The stages
// run as they do when mining, the interpreter's judgement and the proof of the patches included. CPU time is this
// process's own, without that of git and Python: the machine may be busy with other things.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { carve } from '@quarry/carve'
import { openGitTreeStore, type TopLevelObjects, type TreeStore } from '@quarry/core'
import { isolate } from '@quarry/isolate'
import { parseTree } from '@quarry/syntax'
import { cpuTime } from './carve/cpu-time.ts'
import { type MadeUpSuite, madeUpSuite } from './carve/made-up-suite.ts'
import { header, stageContext } from './carve/stage-context.ts'
import { print } from './in-workspace.ts'
import { cutSettings } from './mined.ts'
import { median } from './statistics.ts'

const [directory, ...prefixes] = process.argv.slice(2)
if (directory === undefined) throw new Error('usage: bench/carve-cut.ts DIRECTORY [PREFIX...]')

const importRoots = ['', 'src', 'lib']
/** Candidates, spread over the suite. */
const most = 20

const top = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
const trees = await openGitTreeStore(join(top, 'trees.git'))
try {
  await measure(trees, resolve(directory))
} finally {
  await trees.close()
  await rm(top, { recursive: true, force: true })
}

async function measure(store: TreeStore, from: string): Promise<void> {
  const { tree } = await store.importDirectory(from)
  const suite = await suiteOf(store, tree)
  const context = stageContext(store, tree, importRoots, suite, cutSettings)
  print(`${suite.objects.length} objects, ${suite.edges.length} edges, ${suite.test_files.length} test files`)
  const both: number[] = []
  for (const input of candidatesOf(suite)) {
    const [cut, cutting] = await timed(() => isolate.run(input, context))
    if (cut.kind === 'rejected') {
      print(`${input.candidate}: cut ${said(cutting)}: ${cut.rejection.code}`)
      continue
    }
    const [carved, carving] = await timed(() => carve.run({ ...header, ...cut.artifact }, context))
    both.push(cutting.wall + carving.wall)
    const files = carved.kind === 'rejected' ? carved.rejection.code : `${carved.artifact.files.length} files`
    print(`${input.candidate}: cut ${said(cutting)}, carve ${said(carving)}: ${files}`)
  }
  const memory = Math.round(process.resourceUsage().maxRSS / 1024)
  print(`in the median ${Math.round(median(both))} ms; ${memory} MB at most`)
}

async function suiteOf(store: TreeStore, tree: string): Promise<MadeUpSuite> {
  const parsed = await parseTree(store, tree, () => true)
  const modules = [...parsed.values()].flatMap((result) => (result.kind === 'parsed' ? [result.module] : []))
  return madeUpSuite(new Map(modules.map((module) => [module.path, module])), inSuite, importRoots)
}

/** Each of some test files by itself: what it calls and no more than a quarter of the suite runs. */
function candidatesOf({ objects, test_files: files }: MadeUpSuite): readonly TopLevelObjects[] {
  const runs = new Map<number, number>()
  for (const { points } of files) {
    for (const number of new Set(points.flatMap(({ executed }) => executed)))
      runs.set(number, (runs.get(number) ?? 0) + 1)
  }
  const large = files.filter(({ points }) => points.length >= cutSettings.minF2pPoints)
  const every = Math.max(1, Math.floor(large.length / most))
  const some = large.filter((_, index) => index % every === 0).slice(0, most)
  return some.map(({ path, called_from_file: called }) => ({
    ...header,
    candidate: `bench:${path}`,
    test_files: [path],
    detector: 'trace',
    objects: called
      .filter((number) => (runs.get(number) ?? 0) <= files.length / 4)
      .flatMap((number) => objects[number] ?? [])
      .map(({ id }) => ({ id, evidence: ['called-from-test'], score: 1 })),
  }))
}

function inSuite(path: string): boolean {
  return prefixes.length === 0 || prefixes.some((prefix) => path.startsWith(prefix))
}

interface Milliseconds {
  readonly wall: number
  readonly cpu: number
}

async function timed<T>(work: () => Promise<T>): Promise<[T, Milliseconds]> {
  const [wall, cpu] = [performance.now(), cpuTime()]
  const result = await work()
  return [result, { wall: performance.now() - wall, cpu: cpuTime() - cpu }]
}

function said({ wall, cpu }: Milliseconds): string {
  return `${Math.round(wall)} ms (CPU ${Math.round(cpu)})`
}
