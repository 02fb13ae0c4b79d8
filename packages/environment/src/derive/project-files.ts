import type { TreeHash, TreeStore } from '@quarry/core'

/** The texts of a repository that say what it needs. */
export interface ProjectFiles {
  /** Every path of the tree, sorted. */
  readonly paths: readonly string[]
  /** The text of a file, or null; remembers that it was read. */
  read(path: string): string | null
  /** The files that were there and read, sorted. */
  filesRead(): string[]
}

const declaring = new Set([
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'tox.ini',
  'tox.toml',
  'hatch.toml',
  'noxfile.py',
  'pytest.ini',
  '.pytest.ini',
  'pytest.toml',
  '.pytest.toml',
])

/** Requirement and constraint files by the usual names, near the top: enough for what includes may name. */
const requirementsFile = /^(?:[^/]+\/){0,3}[^/]*\.(?:txt|in)$/

/** Larger ones are data. */
const mostBytes = 512 * 1024

/** Makes the texts at hand for readers that work without waiting. */
export function projectFiles(texts: ReadonlyMap<string, string>, paths = [...texts.keys()]): ProjectFiles {
  const read = new Set<string>()
  return {
    paths: [...paths].toSorted(),
    read(path) {
      const text = texts.get(path)
      if (text === undefined) return null
      read.add(path)
      return text
    },
    filesRead: () => [...read].toSorted(),
  }
}

/** Takes the declaring files out of a tree. */
export async function loadProjectFiles(trees: TreeStore, tree: TreeHash): Promise<ProjectFiles> {
  const entries = (await trees.list(tree)).filter((entry) => entry.mode !== '120000')
  const wanted = entries.filter(({ path }) => declaring.has(path) || requirementsFile.test(path))
  const contents = await trees.readBlobs(wanted.map((entry) => entry.blob))
  const texts = wanted.flatMap(({ path }, index): [string, string][] => {
    const bytes = contents[index] ?? new Uint8Array()
    return bytes.length > mostBytes ? [] : [[path, new TextDecoder().decode(bytes)]]
  })
  return projectFiles(
    new Map(texts),
    entries.map((entry) => entry.path),
  )
}
