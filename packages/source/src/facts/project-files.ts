import type { TreeEntry, TreeHash, TreeStore } from '@quarry/core'
import { type Ini, parseIni } from './ini.ts'
import { parseToml, type TomlTable } from './toml.ts'

/** The files of a tree that say how the project is made, read but not run. */
export interface ProjectFiles {
  /** Every file of the tree, sorted. */
  readonly paths: readonly string[]
  readonly pyproject: TomlTable | null
  readonly setupCfg: Ini
  readonly setupPy: string | null
  readonly pytestIni: Ini
  readonly toxIni: Ini
  readonly packageInfo: string | null
  /** What a build wrote into `*.egg-info/top_level.txt` of a source distribution. */
  readonly topLevel: readonly string[]
  /** The text of any other file, or null. */
  text(path: string): Promise<string | null>
}

export async function readProjectFiles(trees: TreeStore, tree: TreeHash): Promise<ProjectFiles> {
  const entries = await trees.list(tree)
  const text = (path: string) => readText(trees, entries, path)
  const ini = async (path: string) => parseIni((await text(path)) ?? '')
  const topLevel = entries.find(({ path }) => /^([^/]+\/)?[^/]+\.egg-info\/top_level\.txt$/.test(path))
  return {
    paths: entries.filter(({ mode }) => mode !== '120000').map(({ path }) => path),
    pyproject: parseToml(await text('pyproject.toml')),
    setupCfg: await ini('setup.cfg'),
    setupPy: await text('setup.py'),
    pytestIni: await ini('pytest.ini'),
    toxIni: await ini('tox.ini'),
    packageInfo: await text('PKG-INFO'),
    topLevel: topLevel === undefined ? [] : words(await text(topLevel.path)),
    text,
  }
}

async function readText(
  trees: TreeStore,
  entries: readonly TreeEntry[],
  path: string,
): Promise<string | null> {
  const entry = entries.find((candidate) => candidate.path === path && candidate.mode !== '120000')
  if (entry === undefined) return null
  return Buffer.from(await trees.readBlob(entry.blob))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
}

function words(text: string | null): string[] {
  return (text ?? '').split(/\s+/).filter((word) => word !== '')
}
