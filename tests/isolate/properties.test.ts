import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitTreeStore, type TreeHash, type TreeStore, type UnpackedObservation } from '@quarry/core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  filesOf,
  functionName,
  observedRuns,
  type RandomRepository,
  randomRepository,
  testPath,
} from './random-repository.ts'
import { carvedFiles } from './carved-copy.ts'
import { isolateTree, observe } from './run-isolate.ts'

// Every run writes a tree: several git processes.
vi.setConfig({ testTimeout: 120_000 })

let directory: string
let trees: TreeStore

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quarry-isolate-'))
  trees = await openGitTreeStore(directory)
})

afterAll(async () => {
  await trees.close()
  await rm(directory, { recursive: true })
})

async function prepare(
  repository: RandomRepository,
): Promise<{ tree: TreeHash; observation: UnpackedObservation }> {
  const files = [...filesOf(repository)]
  const blobs = await trees.writeBlobs(files.map(([, text]) => new TextEncoder().encode(text)))
  const tree = await trees.writeTree(
    files.map(([path], index) => ({ path, mode: '100644' as const, blob: blobs[index] ?? '' })),
  )
  return { tree, observation: await observe(trees, tree, observedRuns(repository)) }
}

function cut(repository: RandomRepository, tree: TreeHash, observation: UnpackedObservation) {
  const topLevel = (repository.tests[0]?.calls ?? []).map(functionName)
  return isolateTree(trees, tree, observation, { f2p: [testPath(0)], topLevel, settings: { p2pFiles: 2 } })
}

const runs = { numRuns: 25 }

test('nothing that a chosen P2P file needs is taken out', async () => {
  await fc.assert(
    fc.asyncProperty(randomRepository, async (repository) => {
      const { tree, observation } = await prepare(repository)
      const result = await cut(repository, tree, observation)
      if (result.kind === 'rejected') return
      const chosen = new Set(result.artifact.p2p_files.map((file) => file.path))
      const needed = observation.test_files
        .filter((file) => chosen.has(file.path))
        .flatMap((file) => [...file.imported, ...file.between, ...file.points.flatMap((one) => one.executed)])
      const neededIds = new Set(needed.map((index) => observation.objects[index]?.id))
      expect(result.artifact.extracted.filter((object) => neededIds.has(object.id))).toEqual([])
    }),
    runs,
  )
})

test('the order in which test files and points come changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(randomRepository, async (repository) => {
      const { tree, observation } = await prepare(repository)
      const reversed = {
        ...observation,
        test_files: observation.test_files
          .map((file) => ({ ...file, calls: file.calls.toReversed(), points: file.points.toReversed() }))
          .toReversed(),
      }
      const [one, other] = [
        await cut(repository, tree, observation),
        await cut(repository, tree, reversed),
      ].map((result) => (result.kind === 'rejected' ? result : { ...result.artifact, measured: {} }))
      expect(other).toEqual(one)
    }),
    runs,
  )
})

test('the name of a deleted object does not occur in what remains', async () => {
  await fc.assert(
    fc.asyncProperty(randomRepository, async (repository) => {
      const { tree, observation } = await prepare(repository)
      const result = await cut(repository, tree, observation)
      if (result.kind === 'rejected') return
      const files = [...filesOf(repository)].map(([path, text]) => [path, Buffer.from(text)] as const)
      const left = [...carvedFiles(new Map(files), result.artifact).values()]
      const text = left.map((bytes) => new TextDecoder().decode(bytes)).join('\n')
      const deleted = result.artifact.extracted.filter((object) => object.mode === 'delete')
      expect(deleted.filter(({ id }) => text.includes(id.split('::')[1] ?? ''))).toEqual([])
    }),
    runs,
  )
})
