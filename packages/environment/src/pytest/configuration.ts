import type { ProjectFiles } from '../derive/project-files.ts'
import { readIni } from '../derive/read-ini.ts'
import { isTable, readToml, strings, tableAt } from '../derive/toml.ts'
import { shellSplit } from './shell-words.ts'

/** The file that pytest takes its configuration from, and the options that it adds to the command line. */
export interface PytestConfiguration {
  readonly file: string | null
  readonly addopts: readonly string[]
}

/**
 * Reads the configuration that pytest takes at the top of the repository: the first file that speaks for pytest, in
 * pytest's own order. `pytest.ini` counts even when it is empty.
 */
export function readPytestConfiguration(files: ProjectFiles): PytestConfiguration {
  for (const [file, addoptsOf] of sources) {
    const text = files.paths.includes(file) ? files.read(file) : null
    const addopts = text === null ? null : addoptsOf(text)
    if (addopts !== null) return { file, addopts }
  }
  return { file: null, addopts: [] }
}

type AddoptsReader = (text: string) => readonly string[] | null

const sources: readonly (readonly [string, AddoptsReader])[] = [
  ['pytest.toml', fromPytestToml],
  ['.pytest.toml', fromPytestToml],
  ['pytest.ini', (text) => fromSection(text, 'pytest') ?? []],
  ['.pytest.ini', (text) => fromSection(text, 'pytest') ?? []],
  ['pyproject.toml', fromPyproject],
  ['tox.ini', (text) => fromSection(text, 'pytest')],
  ['setup.cfg', (text) => fromSection(text, 'tool:pytest')],
]

function fromSection(text: string, name: string): string[] | null {
  const section = readIni(text).get(name)
  return section === undefined ? null : wordsOf(section.get('addopts'))
}

function fromPytestToml(text: string): string[] {
  return wordsOf(tableAt(readToml(text), 'pytest')['addopts'])
}

function fromPyproject(text: string): string[] | null {
  const tool = tableAt(readToml(text), 'tool')
  const pytest = tool['pytest']
  if (!isTable(pytest)) return null
  const options = pytest['ini_options']
  return wordsOf(isTable(options) ? options['addopts'] : pytest['addopts'])
}

/** A list holds finished words; a text is split. */
function wordsOf(value: unknown): string[] {
  return typeof value === 'string' ? shellSplit(value) : strings(value)
}
