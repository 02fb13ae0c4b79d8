import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type CarvedPair, carveFiles } from '@quarry/carve'
import { parseModule, type PythonModule } from '@quarry/syntax'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { sourcesOf } from './carving.ts'
import { chooseObjects } from './choose-objects.ts'
import { judged } from './judged.ts'
import { keepsOutside } from './keeps-outside.ts'
import { newestPython } from './newest-python.ts'
import { type Random, randomFrom } from './random.ts'
import { notRestored } from './restored.ts'

const python = await newestPython()

/** How much is carved: more takes longer. */
const bytesWanted = 3_000_000

async function standardLibrary(): Promise<string> {
  const program = 'import sysconfig; print(sysconfig.get_path("stdlib"))'
  return (await execa(python.command, ['-c', program])).stdout
}

/** Files by lot, what was installed into the library aside; which ones depends on nothing but the library. */
async function sampleOf(library: string, random: Random): Promise<ReadonlyMap<string, Uint8Array>> {
  const entries = await readdir(library, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map((entry) => relative(library, join(entry.parentPath, entry.name)))
    .filter((path) => !/(?:^|\/)(?:site|dist)-packages\//.test(path))
  const shuffled = paths
    .toSorted()
    .map((path) => ({ path, lot: random() }))
    .toSorted((a, b) => a.lot - b.lot)
  const sample = new Map<string, Uint8Array>()
  let size = 0
  for (const { path } of shuffled) {
    if (size > bytesWanted) break
    const bytes = new Uint8Array(await readFile(join(library, path)))
    size += bytes.length
    sample.set(path, bytes)
  }
  return sample
}

/** The paths that this Python can make nothing of. */
async function refusedByPython(library: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const options = { input: JSON.stringify(paths), cwd: library }
  const { stdout } = await execa(python.command, ['-I', '-W', 'ignore', '-c', compiling], options)
  return new Set(JSON.parse(stdout) as readonly string[])
}

const compiling = `
import json, sys
refused = []
for path in json.load(sys.stdin):
    try:
        with open(path, 'rb') as file:
            compile(file.read(), path, 'exec')
    except (SyntaxError, ValueError):
        refused.append(path)
json.dump(refused, sys.stdout)
`

/** The file without some of its objects; nothing where none was to go. */
function carve(module: PythonModule, original: Uint8Array, random: Random): readonly CarvedPair[] {
  const sources = sourcesOf(new Map([[module.path, { kind: 'parsed', module }]]))
  const outcome = carveFiles(sources, chooseObjects(module, random))
  if (outcome.kind === 'not-editable') throw new Error(`${outcome.object}: ${outcome.reason}`)
  const [file] = outcome.files
  if (file === undefined) return []
  const outside = keepsOutside(original, file.bytes, file.spans)
  expect({ path: module.path, outside }).toEqual({ path: module.path, outside: true })
  return [{ module, original, carved: file.bytes, modes: outcome.modes }]
}

test(
  'the standard library: what is left is what Python’s own tree says, and the patch back restores every byte',
  { timeout: 240_000 },
  async () => {
    const library = await standardLibrary()
    const random = randomFrom(1)
    const sample = await sampleOf(library, random)
    const refused: string[] = []
    const pairs: CarvedPair[] = []
    for (const [path, bytes] of sample) {
      const result = parseModule(path, bytes)
      if (result.kind === 'unparsed') refused.push(path)
      else pairs.push(...carve(result.module, bytes, random))
      await setImmediate()
    }
    expect(pairs.length).toBeGreaterThan(50)
    expect(await judged(python.command, pairs)).toEqual([])
    expect(await notRestored(await temporaryDirectory(), pairs)).toEqual([])
    const byPython = await refusedByPython(library, refused)
    expect(refused.filter((path) => !byPython.has(path))).toEqual([])
  },
)
