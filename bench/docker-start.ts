/**
 * From "run this on this tree" to the result, in the Docker sandbox, beside what the same command takes in a container
 * that is there already. Run by hand, with an engine: `node --conditions=quarry-source bench/docker-start.ts`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuilderSpec, openGitTreeStore, type TreeHash, type TreeStore } from '@quarry/core'
import { defaultDockerSettings, openDockerSandbox } from '@quarry/sandbox'

const rounds = 15
const never = new AbortController().signal
const directory = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
const trees = await openGitTreeStore(join(directory, 'trees.git'))
const sandbox = await openDockerSandbox({
  trees,
  temporaryRoot: join(directory, 'root'),
  idleContainers: 2,
  defaultLimits: { wallSeconds: 60, memoryBytes: 2e9, processes: 100, diskBytes: 1e9, outputBytes: 1e6 },
  settings: {
    ...defaultDockerSettings,
    baseImage: process.env['QUARRY_BASE_IMAGE'] ?? defaultDockerSettings.baseImage,
    buildImage: process.env['QUARRY_BASE_IMAGE'] ?? defaultDockerSettings.buildImage,
    imagePrefix: 'quarry-bench',
  },
})

/** A tree of so many files of 8 KB each, as packages are made of. */
async function makeTree(files: number): Promise<TreeHash> {
  const names = Array.from({ length: files }, (_, index) => `package/part${index % 20}/module${index}.py`)
  const blobs = await trees.writeBlobs(
    names.map((name) => Buffer.from(`# ${name}\n`.repeat(8192 / (name.length + 3)))),
  )
  return (trees satisfies TreeStore).writeTree(
    names.flatMap((path, index) => {
      const blob = blobs[index]
      return blob === undefined ? [] : [{ path, mode: '100644' as const, blob }]
    }),
  )
}

async function makeEnvironment(): Promise<string> {
  const interpreter = await sandbox.findInterpreter(null)
  const spec: BuilderSpec = { tag: 'bench', interpreter, tree: await trees.writeTree([]), tools: null }
  if (await sandbox.hasEnvironment(spec.tag)) return spec.tag
  const builder = await sandbox.openBuilder(spec, never)
  await builder.run(
    { argv: [interpreter.executable, '-m', 'venv', '--without-pip', builder.paths.environment] },
    never,
  )
  await builder.seal()
  await builder.close()
  return spec.tag
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const tag = await makeEnvironment()
say((await sandbox.describe()).summary)
say('milliseconds, medians; "beyond" is what Quarry adds to the command’s own time')
for (const files of [100, 1500, 6000]) {
  const tree = await makeTree(files)
  const beyond: number[] = []
  const own: number[] = []
  let first = 0
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now()
    const testbed = await sandbox.openTestbed(
      { tag, tree, overlay: null, site: null, tools: null, network: 'loopback' },
      never,
    )
    const result = await testbed.run({ argv: [testbed.python, '-c', 'print("first line")'] }, never)
    const whole = performance.now() - began
    await testbed.close()
    if (round === 0) first = whole - result.durationMs
    else beyond.push(whole - result.durationMs)
    own.push(result.durationMs)
  }
  say(
    `${files} files: the command itself ${median(own).toFixed(0)}, beyond ${median(beyond).toFixed(0)}, beyond on a new tree in a new container ${first.toFixed(0)}`,
  )
}
await sandbox.dropEnvironment(tag)
await sandbox.close()
await trees.close()
await rm(directory, { recursive: true })
