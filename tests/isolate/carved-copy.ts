import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { carveFiles, sourcesFrom } from '@quarry/carve'
import type { FeatureCut } from '@quarry/core'
import { parseModule } from '@quarry/syntax'
import { execa } from 'execa'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { fixture } from './run-isolate.ts'

type Files = ReadonlyMap<string, Uint8Array>
type Cut = Pick<FeatureCut, 'extracted' | 'leftovers' | 'hidden_test_files'>

/** What an agent gets: the files without what the cut takes out, and without the hidden test files. */
export function carvedFiles(files: Files, cut: Cut): Files {
  const parsed = [...files]
    .filter(([path]) => path.endsWith('.py'))
    .map(([path, bytes]) => [path, parseModule(path, bytes)] as const)
  const isTest = ([path]: readonly [string, unknown]) => path.startsWith('tests/')
  const sources = sourcesFrom({
    source: new Map(parsed.filter((one) => !isTest(one))),
    testCode: new Map(parsed.filter(isTest)),
    importRoots: ['src'],
  })
  const outcome = carveFiles(sources, cut.extracted, cut.leftovers)
  if (outcome.kind === 'not-editable') throw new Error(`${outcome.object}: ${outcome.reason}`)
  const carved = outcome.files.map(({ path, bytes }) => [path, bytes] as const)
  const hidden = new Set(cut.hidden_test_files.map(({ path }) => path))
  return new Map([...files, ...carved].filter(([path]) => !hidden.has(path)))
}

/** The directory of a fixture, carved. */
export async function carvedCopy(leaf: string, cut: Cut): Promise<string> {
  const [from, to] = [fixture(leaf), await temporaryDirectory()]
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
  const files = paths.map(async (path) => [path, await readFile(join(from, path))] as const)
  for (const [path, bytes] of carvedFiles(new Map(await Promise.all(files)), cut)) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await writeFile(join(to, path), bytes)
  }
  return to
}

/** Calls the functions of test modules, such as `test_other.test_one`; those that did not fail. */
export async function passing(directory: string, tests: readonly string[]): Promise<readonly string[]> {
  const modules = [...new Set(tests.map((name) => name.split('.')[0]))]
  const calls = tests.flatMap((name) => [`${name}()`, `print("${name}")`])
  const env = { PYTHONPATH: ['src', 'tests'].map((root) => join(directory, root)).join(':') }
  const program = [`import ${modules.join(', ')}`, ...calls].join('\n')
  const { stdout } = await execa('python3', ['-c', program], { env })
  return stdout.split('\n')
}
