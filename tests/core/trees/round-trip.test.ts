import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { openStore } from './open-store.ts'
import { asText, filesOf, randomFiles, treeOf } from './random-files.ts'

test('any files come back byte for byte, sorted by path, whatever the order they went in', async () => {
  const store = await openStore()
  await fc.assert(
    fc.asyncProperty(randomFiles, async (files) => {
      const tree = await treeOf(store, files)
      expect(asText(await filesOf(store, tree))).toEqual(asText(files))
      expect(await treeOf(store, files.toReversed())).toBe(tree)
    }),
    { numRuns: 40 },
  )
})

test('a tree written to disk and taken in again is the same tree', async () => {
  const store = await openStore()
  const top = await temporaryDirectory()
  let count = 0
  await fc.assert(
    fc.asyncProperty(randomFiles, async (files) => {
      const directory = join(top, String(count++))
      await mkdir(directory)
      const tree = await treeOf(store, files)
      await store.exportTo(tree, directory)
      expect(await store.importDirectory(directory)).toEqual({ tree, emptyDirectories: [] })
    }),
    { numRuns: 30 },
  )
})

test('reading a file finds exactly the files of the tree', async () => {
  const store = await openStore()
  const tree = await treeOf(store, [
    { path: 'pkg/mod.py', mode: '100644', bytes: Buffer.from('x = 1\r\n') },
    { path: 'link', mode: '120000', bytes: Buffer.from('pkg/mod.py') },
  ])
  const read = async (path: string) => (await store.readFile(tree, path))?.toString() ?? null
  expect({
    file: await read('pkg/mod.py'),
    link: await read('link'),
    directory: await read('pkg'),
    missing: await read('pkg/other.py'),
    otherSpelling: await read('./pkg/mod.py'),
  }).toEqual({ file: 'x = 1\r\n', link: 'pkg/mod.py', directory: null, missing: null, otherSpelling: null })
})

test('a thousand blobs keep their order, equal ones included', async () => {
  const store = await openStore()
  const contents = Array.from({ length: 1000 }, (_, index) => Buffer.from(`content ${index % 700}`))
  const blobs = await store.writeBlobs(contents)
  const back = await store.readBlobs(blobs)
  expect(back.map(String)).toEqual(contents.map(String))
})

test('a file of several megabytes is read whole', async () => {
  const store = await openStore()
  const bytes = Buffer.alloc(5_000_000, 'quarry\n\0')
  expect(Buffer.compare(await store.readBlob(await store.writeBlob(bytes)), bytes)).toBe(0)
})

test('what is no blob or no tree is a bug to ask for', async () => {
  const store = await openStore()
  const nowhere = '1'.repeat(40)
  await expect(store.readBlob(nowhere)).rejects.toMatchObject({ name: 'BugError', code: 'object-missing' })
  await expect(store.readBlob(await store.writeTree([]))).rejects.toMatchObject({ code: 'object-missing' })
  await expect(store.readBlob('HEAD\nHEAD')).rejects.toMatchObject({ code: 'object-missing' })
  await expect(store.list(nowhere)).rejects.toMatchObject({ name: 'BugError', code: 'object-missing' })
})

test('reading goes on after a blob that was missing', async () => {
  const store = await openStore()
  const blob = await store.writeBlob(Buffer.from('here'))
  const tree = await store.writeTree([{ path: 'a', mode: '100644', blob }])
  const results = await Promise.allSettled([
    store.readBlob(blob),
    store.readBlob('2'.repeat(40)),
    store.readBlob(tree),
    store.readBlob(blob),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
})
