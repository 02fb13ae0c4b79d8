import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  addedLines,
  type CarvedPair,
  carveFiles,
  judgeInput,
  judgeProgram,
  readDoubts,
  type Sources,
  sourcesFrom,
} from '@quarry/carve'
import { type CarveMode, openGitTreeStore } from '@quarry/core'
import { parseModule, type ParseResult, type PythonModule } from '@quarry/syntax'
import { execa } from 'execa'
import { type Random, randomFrom } from './random.ts'
import { keepsOutside } from '../../tests/carve/keeps-outside.ts'

export interface Checked {
  readonly files: number
  readonly bytes: number
  readonly objects: number
  readonly carves: number
  readonly failures: readonly string[]
  readonly refusals: readonly { readonly path: string; readonly reason: string }[]
  /** Means: to parse a file, to carve a file, to carve a cut over all files. */
  readonly milliseconds: { readonly parse: number; readonly carve: number; readonly cut: number }
}

interface Source {
  readonly bytes: ReadonlyMap<string, Uint8Array>
  readonly results: ReadonlyMap<string, ParseResult>
  readonly modules: readonly PythonModule[]
}

type Objects = readonly { readonly id: string; readonly mode: CarveMode }[]

/** One carve of some objects, and which file changed how. */
interface Carve {
  readonly name: string
  readonly pairs: readonly CarvedPair[]
}

/** Tries every file of a directory. */
export async function checkCarves(python: string, directory: string, storePath: string): Promise<Checked> {
  const failures: string[] = []
  const [source, parse] = await read(directory)
  const random = randomFrom(1)
  const clock = { carve: 0, cut: 0 }
  const rounds: Carve[][] = [[], [], [], []]
  for (const module of source.modules.filter(({ definitions }) => definitions.length > 0)) {
    const alone = sourcesOf(new Map([[module.path, { kind: 'parsed', module }]]))
    for (const [index, round] of rounds.entries()) {
      const objects = chooseIn(module, index, random)
      round.push(...attempt(source, alone, objects, `round ${index}`, failures, clock, 'carve'))
    }
    await setImmediate()
  }
  const together = sourcesOf(source.results)
  for (let cut = 0; cut < 10; cut += 1) {
    const objects = chooseOver(source.modules, random)
    rounds.push(attempt(source, together, objects, `cut ${cut}`, failures, clock, 'cut'))
    await setImmediate()
  }
  for (const round of rounds) {
    const pairs = round.flatMap((carve) => carve.pairs)
    failures.push(...(await judged(python, pairs)))
    failures.push(...(await notRestored(storePath, pairs)))
  }
  const tried = rounds.slice(0, 4).flat().length
  return {
    files: source.results.size,
    bytes: [...source.bytes.values()].reduce((sum, { length }) => sum + length, 0),
    objects: source.modules.reduce((sum, { definitions }) => sum + definitions.length, 0),
    carves: rounds.flat().length,
    failures: failures.map((failure) => failure),
    refusals: [...source.results.values()].flatMap((result) =>
      result.kind === 'unparsed' ? [{ path: `${result.path}:${result.line}`, reason: result.reason }] : [],
    ),
    milliseconds: {
      parse: parse / Math.max(1, source.results.size),
      carve: clock.carve / Math.max(1, tried),
      cut: clock.cut / 10,
    },
  }
}

function sourcesOf(source: ReadonlyMap<string, ParseResult>): Sources {
  return sourcesFrom({ source, testCode: new Map(), importRoots: ['', 'src', 'lib'] })
}

async function read(directory: string): Promise<[Source, number]> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = names
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.py') && !entry.parentPath.includes('site-packages'),
    )
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
  const [bytes, results] = [new Map<string, Uint8Array>(), new Map<string, ParseResult>()]
  let spent = 0
  for (const path of paths.toSorted()) {
    const content = new Uint8Array(await readFile(join(directory, path)))
    const began = cpuTime()
    results.set(path, parseModule(path, content))
    spent += cpuTime() - began
    bytes.set(path, content)
    await setImmediate()
  }
  const modules = [...results.values()].flatMap((result) => (result.kind === 'parsed' ? [result.module] : []))
  return [{ bytes, results, modules }, spent]
}

function chooseIn(module: PythonModule, round: number, random: Random): Objects {
  return module.definitions.flatMap(({ id }) => {
    if (round === 0) return [{ id, mode: 'delete' as const }]
    if (round === 1) return [{ id, mode: 'hollow' as const }]
    const choice = random()
    if (choice < 0.5) return []
    return [{ id, mode: choice < 0.8 ? ('delete' as const) : ('hollow' as const) }]
  })
}

function chooseOver(modules: readonly PythonModule[], random: Random): Objects {
  const all = modules.flatMap(({ definitions }) => definitions)
  const share = 30 / Math.max(30, all.length)
  return all.flatMap(({ id }) => {
    if (random() >= share) return []
    return [{ id, mode: random() < 0.7 ? ('delete' as const) : ('hollow' as const) }]
  })
}

function attempt(
  source: Source,
  sources: Sources,
  objects: Objects,
  name: string,
  failures: string[],
  clock: { carve: number; cut: number },
  what: 'carve' | 'cut',
): Carve[] {
  const began = cpuTime()
  try {
    const outcome = carveFiles(sources, objects)
    if (outcome.kind === 'not-editable') throw new Error(`${outcome.object}: ${outcome.reason}`)
    clock[what] += cpuTime() - began
    const pairs = outcome.files.flatMap(({ path, bytes, spans }) => {
      const result = source.results.get(path)
      const original = source.bytes.get(path)
      if (result?.kind !== 'parsed' || original === undefined) return []
      if (!keepsOutside(original, bytes, spans))
        failures.push(`${name} ${path}: bytes outside the spans changed`)
      return [{ module: result.module, original, carved: bytes, modes: outcome.modes }]
    })
    return [{ name, pairs }]
  } catch (error) {
    failures.push(`${name}: ${String(error)} ${objects[0]?.id}`)
    return []
  }
}

async function judged(python: string, pairs: readonly CarvedPair[]): Promise<string[]> {
  const program = await judgeProgram()
  const wrong: string[] = []
  for (let at = 0; at < pairs.length; at += 100) {
    const input = judgeInput(pairs.slice(at, at + 100))
    const { stdout } = await execa(python, ['-I', '-c', program], { input, encoding: 'buffer' })
    const doubts = readDoubts(stdout)
    if (doubts === null) throw new Error('the judge did not come to its end')
    wrong.push(...doubts.map(({ path, message }) => `${path}: ${message}`))
  }
  return wrong
}

/** Gold patch over the carved files gives the originals, and adds exactly the lines that it says. */
async function notRestored(storePath: string, pairs: readonly CarvedPair[]): Promise<string[]> {
  const store = await openGitTreeStore(storePath)
  try {
    const tree = async (state: 'original' | 'carved') => {
      const blobs = await store.writeBlobs(pairs.map((pair) => pair[state]))
      return store.writeTree(
        blobs.map((blob, index) => ({ path: pairs[index]?.module.path ?? '', mode: '100644', blob })),
      )
    }
    const [original, carved] = [await tree('original'), await tree('carved')]
    if (original === carved) return []
    const gold = await store.diff(carved, original)
    const result = await store.apply(carved, gold)
    if (result.kind !== 'applied' || result.tree !== original) return [`the gold patch is ${result.kind}`]
    const added = addedLines(gold).flat().length
    const plus =
      Buffer.from(gold)
        .toString('latin1')
        .match(/^\+(?!\+\+ (?:b\/|\/dev))/gm)?.length ?? 0
    return added === plus ? [] : [`${added} lines were counted, the patch adds ${plus}`]
  } finally {
    await store.close()
  }
}

/** Milliseconds of CPU time that this process has used: the machine may be busy with other things. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
