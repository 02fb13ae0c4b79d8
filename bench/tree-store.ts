// How long the tree store takes, as a ratio to `cp -r` of the same directory in the same round.
//
//   node --conditions=quarry-source bench/tree-store.ts DIRECTORY [ROUNDS]
//
// DIRECTORY is an unpacked source distribution without .git.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitTreeStore } from '@quarry/core'
import { execa } from 'execa'

const [directory, rounds = '5'] = process.argv.slice(2)
if (directory === undefined) throw new Error('usage: bench/tree-store.ts DIRECTORY [ROUNDS]')

type Timings = Record<string, number>

/** One round on a fresh store; milliseconds by operation. */
async function measure(source: string): Promise<Timings> {
  const top = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  const timings: Timings = {}
  async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now()
    const result = await work()
    timings[what] = performance.now() - began
    return result
  }
  await timed('cp -r', () => execa('cp', ['-r', source, join(top, 'copy')]))
  await timed('git init and add', async () => {
    await execa('git', ['init', '--quiet'], { cwd: join(top, 'copy') })
    await execa('git', ['add', '--all', '--force'], { cwd: join(top, 'copy') })
  })
  const store = await timed('open', () => openGitTreeStore(join(top, 'trees.git')))
  const { tree } = await timed('import', () => store.importDirectory(source))
  await timed('import again', () => store.importDirectory(source))
  await mkdir(join(top, 'out'))
  await timed('export', () => store.exportTo(tree, join(top, 'out')))
  const entries = await store.list(tree)
  await timed('read all', () => store.readBlobs(entries.map(({ blob }) => blob)))
  const changes = new Map(entries.slice(0, 10).map(({ path }) => [path, Buffer.from('changed\n')]))
  const changed = await timed('change ten files', () => store.withFiles(tree, changes))
  const patch = await timed('diff', () => store.diff(tree, changed))
  await timed('apply', () => store.apply(tree, patch))
  await store.close()
  await rm(top, { recursive: true })
  return timings
}

const measured: Timings[] = []
for (let round = 0; round < Number(rounds); round++) measured.push(await measure(directory))

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

for (const what of Object.keys(measured[0] ?? {})) {
  const milliseconds = median(measured.map((timings) => timings[what] ?? Number.NaN))
  const ratio = median(
    measured.map((timings) => (timings[what] ?? Number.NaN) / (timings['cp -r'] ?? Number.NaN)),
  )
  process.stdout.write(
    `${what.padEnd(18)} ${milliseconds.toFixed(0).padStart(6)} ms ${ratio.toFixed(2).padStart(7)} × cp -r\n`,
  )
}
