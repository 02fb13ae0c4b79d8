import { setImmediate } from 'node:timers/promises'
import { type CarvedPair, type ObjectToCarve, type Sources, sourcesFrom } from '@quarry/carve'
import type { ParseResult, PythonModule } from '@quarry/syntax'
import { chooseObjects } from '../../tests/carve/choose-objects.ts'
import { judged } from '../../tests/carve/judged.ts'
import { type Random, randomFrom } from '../../tests/carve/random.ts'
import { notRestored } from '../../tests/carve/restored.ts'
import { median } from '../statistics.ts'
import { chooseAcross } from './choose-across.ts'
import { type Package, readPackage } from './read-package.ts'
import { type Carve, tryCarve } from './try-carve.ts'

export interface Checked {
  readonly files: number
  readonly bytes: number
  readonly objects: number
  readonly carves: number
  readonly failures: readonly string[]
  readonly refusals: readonly { readonly path: string; readonly reason: string }[]
  /** Means to parse and to carve a file; the median of a cut over all files, and of the interpreter's look at it. */
  readonly milliseconds: {
    readonly parse: number
    readonly carve: number
    readonly cut: number
    readonly judge: number
  }
}

const [rounds, cuts] = [4, 10]

/** Tries every file of a directory. */
export async function checkCarves(python: string, directory: string, storePath: string): Promise<Checked> {
  const found = await readPackage(directory)
  const random = randomFrom(1)
  const [alone, together] = [await carveEach(found, random), await carveAcross(found, random)]
  const failures = [...alone, ...together].flatMap((carve) => carve.failures)
  for (let round = 0; round < rounds; round += 1) {
    const pairs = alone.filter((_, index) => index % rounds === round).flatMap((carve) => carve.pairs)
    failures.push(...(await wrongIn(python, pairs)), ...(await notRestored(storePath, pairs)))
  }
  const judging: number[] = []
  for (const { pairs } of together) {
    const began = performance.now()
    failures.push(...(await wrongIn(python, pairs)))
    judging.push(performance.now() - began)
    failures.push(...(await notRestored(storePath, pairs)))
  }
  return {
    files: found.results.size,
    bytes: [...found.bytes.values()].reduce((sum, { length }) => sum + length, 0),
    objects: found.modules.reduce((sum, { definitions }) => sum + definitions.length, 0),
    carves: alone.length + together.length,
    failures,
    refusals: refusalsIn(found.results),
    milliseconds: {
      parse: found.milliseconds / Math.max(1, found.results.size),
      carve: alone.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / Math.max(1, alone.length),
      cut: median(together.map(({ milliseconds }) => milliseconds)),
      judge: median(judging),
    },
  }
}

/** Each file by itself, a few times. */
async function carveEach(found: Package, random: Random): Promise<readonly Carve[]> {
  const carves: Carve[] = []
  for (const module of found.modules.filter(({ definitions }) => definitions.length > 0)) {
    const sources = sourcesOf(new Map([[module.path, { kind: 'parsed', module }]]))
    for (let round = 0; round < rounds; round += 1) {
      const objects = chooseIn(module, round, random)
      carves.push(tryCarve(found, sources, objects, `round ${round}`))
    }
    await setImmediate()
  }
  return carves
}

/** Objects of all files at once. */
async function carveAcross(found: Package, random: Random): Promise<readonly Carve[]> {
  const carves: Carve[] = []
  const sources = sourcesOf(found.results)
  for (let cut = 0; cut < cuts; cut += 1) {
    carves.push(tryCarve(found, sources, chooseAcross(found.modules, random), `cut ${cut}`))
    await setImmediate()
  }
  return carves
}

function chooseIn(module: PythonModule, round: number, random: Random): readonly ObjectToCarve[] {
  if (round > 1) return chooseObjects(module, random)
  return module.definitions.map(({ id }) => ({ id, mode: round === 0 ? 'delete' : 'hollow' }))
}

function sourcesOf(source: ReadonlyMap<string, ParseResult>): Sources {
  return sourcesFrom({ source, testCode: new Map(), importRoots: ['', 'src', 'lib'] })
}

function refusalsIn(results: ReadonlyMap<string, ParseResult>): Checked['refusals'] {
  return [...results.values()].flatMap((result) =>
    result.kind === 'unparsed' ? [{ path: `${result.path}:${result.line}`, reason: result.reason }] : [],
  )
}

/** A hundred files at a time. */
async function wrongIn(python: string, pairs: readonly CarvedPair[]): Promise<readonly string[]> {
  const wrong: string[] = []
  for (let at = 0; at < pairs.length; at += 100) {
    const doubts = await judged(python, pairs.slice(at, at + 100))
    wrong.push(...doubts.map(({ path, message }) => `${path}: ${message}`))
  }
  return wrong
}
