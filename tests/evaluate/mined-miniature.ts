import { appendFile, cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Instance, path, type RepositoryDefinition, type TreeHash } from '@quarry/core'
import type { InstanceResult } from '@quarry/evaluate'
import { evaluatePredictions, mineRepositories, openWorkspace } from '@quarry/pipeline'

const wordkit = fileURLToPath(new URL('../fixtures/end-to-end/wordkit', import.meta.url))

/** Thresholds for a miniature; one regression file, because every prediction runs it. */
const overrides = { minCarvedLines: 20, minF2pPoints: 5, p2pFiles: 1 }

/** wordkit, mined through the real sandbox into a directory of its own, and its one instance. */
export interface MinedMiniature {
  readonly instance: Instance
  /** The patch from the start tree to one with these files (null: removed) on top of the solution. */
  solutionWith(changes: Readonly<Record<string, string | null>>): Promise<Uint8Array>
  /** The same without the solution. */
  startWith(changes: Readonly<Record<string, string | null>>): Promise<Uint8Array>
  score(patch: Uint8Array | string): Promise<InstanceResult>
  close(): Promise<void>
}

/** What is another than in wordkit as it is. */
interface Difference {
  /** What its repository file says besides. */
  readonly definition?: Partial<RepositoryDefinition>
  /** Python text at the end of tests/test_tables.py, which is the hidden one. */
  readonly moreTests?: string
}

export async function mineMiniature({
  definition = {},
  moreTests = '',
}: Difference = {}): Promise<MinedMiniature> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'quarry-test-')))
  await cp(wordkit, join(home, 'wordkit'), { recursive: true })
  await appendFile(join(home, 'wordkit/tests/test_tables.py'), moreTests)
  const signal = new AbortController().signal
  const workspace = await openWorkspace(
    { directory: home, sandbox: 'auto', overrides },
    { emit: () => undefined },
    signal,
  )
  const { trees, out } = workspace
  const repository = { name: 'wordkit', source: path(join(home, 'wordkit')), ...definition }
  await mineRepositories(workspace, [repository], {
    candidates: ['tests/test_tables.py'],
    maxCandidates: null,
    refresh: false,
  })
  const instance = JSON.parse(await readFile(join(out, 'instances.jsonl'), 'utf8')) as Instance
  const { start } = instance.trees
  const gold = await trees.apply(start, await trees.readBlob(instance.patches.gold))
  if (gold.kind !== 'applied') throw new Error(`gold is ${gold.kind}`)
  const patchWith = async (base: TreeHash, changes: Readonly<Record<string, string | null>>) => {
    const files = Object.entries(changes).map(([file, text]): [string, Uint8Array | null] => [
      file,
      text === null ? null : Buffer.from(text),
    ])
    return trees.diff(start, await trees.withFiles(base, new Map(files)))
  }
  return {
    instance,
    solutionWith: (changes) => patchWith(gold.tree, changes),
    startWith: (changes) => patchWith(start, changes),
    score: async (patch) => {
      const line = {
        instance_id: instance.instance_id,
        model_name_or_path: 'tests',
        model_patch: typeof patch === 'string' ? patch : new TextDecoder().decode(patch),
      }
      const file = join(home, 'predictions.jsonl')
      await writeFile(file, JSON.stringify(line))
      const { instances } = await evaluatePredictions(workspace, { file }, [])
      return instances[0] as InstanceResult
    },
    close: async () => {
      await workspace.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}
