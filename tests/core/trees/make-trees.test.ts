import { join } from 'node:path'
import { openGitTreeStore, type TreeStore } from '@quarry/core'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { openStore } from './open-store.ts'
import { asText, filesOf, type PlainFile, treeOf } from './random-files.ts'

function plain(files: Record<string, string>): PlainFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, mode: '100644', bytes: Buffer.from(text) }))
}

async function texts(store: TreeStore, tree: string) {
  return Object.fromEntries(asText(await filesOf(store, tree)).map(({ path, bytes }) => [path, bytes]))
}

test.each(['.git/config', 'sub/.git', 'sub/.GIT/HEAD'])(
  'a path with a .git component is refused: %s',
  async (path) => {
    const store = await openStore()
    await expect(treeOf(store, plain({ [path]: 'x' }))).rejects.toMatchObject({
      name: 'UserError',
      code: 'tree-has-git-directory',
      message: expect.stringContaining(path),
    })
  },
)

test('names that only look like .git are kept', async () => {
  const store = await openStore()
  const files = {
    '.gitignore': 'a',
    '.github/ci.yml': 'b',
    'git/x': 'c',
    'git~1': 'd',
    '.git ': 'e',
    '.gitmodules': 'f',
  }
  expect(await texts(store, await treeOf(store, plain(files)))).toEqual(files)
})

test.each([
  ['twice the same path', ['a', 'a'], 'tree-entries-collide'],
  ['a file where another has its directory', ['a', 'a/b/c'], 'tree-entries-collide'],
  ['a path that climbs out', ['../a'], 'path-not-clean'],
  ['an absolute path', ['/a'], 'path-not-clean'],
  ['a directory', ['a/'], 'path-not-clean'],
])('entries that make no tree are bugs: %s', async (_, paths, code) => {
  const store = await openStore()
  const blob = await store.writeBlob(Buffer.from('x'))
  const entries = paths.map((path) => ({ path, mode: '100644' as const, blob }))
  await expect(store.writeTree(entries)).rejects.toMatchObject({ name: 'BugError', code })
})

test('the empty tree is a tree', async () => {
  const store = await openStore()
  const tree = await store.writeTree([])
  expect({ tree, files: await store.list(tree) }).toEqual({
    tree: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    files: [],
  })
})

test('changing files keeps the mode of a file that was there and leaves the old tree alone', async () => {
  const store = await openStore()
  const before = await treeOf(store, [
    ...plain({ 'keep.py': 'kept\r\n', 'gone.py': 'gone', 'pkg/old.py': 'old' }),
    { path: 'run.sh', mode: '100755', bytes: Buffer.from('#!/bin/sh\n') },
  ])
  const after = await store.withFiles(
    before,
    new Map([
      ['run.sh', Buffer.from('#!/bin/bash\n')],
      ['gone.py', null],
      ['never-there.py', null],
      ['pkg/old.py', null],
      ['new/deep.py', Buffer.from([0xe9])],
    ]),
  )
  expect(asText(await filesOf(store, after))).toEqual([
    { path: 'keep.py', mode: '100644', bytes: 'kept\r\n' },
    { path: 'new/deep.py', mode: '100644', bytes: '\xe9' },
    { path: 'run.sh', mode: '100755', bytes: '#!/bin/bash\n' },
  ])
  expect(await texts(store, before)).toMatchObject({ 'gone.py': 'gone', 'run.sh': '#!/bin/sh\n' })
})

test('overlay: upper wins, also where one has a file and the other a directory', async () => {
  const store = await openStore()
  const lower = await treeOf(store, plain({ both: 'lower', low: 'l', 'dir/a': 'l', 'dir/b': 'l', file: 'l' }))
  const upper = await treeOf(store, plain({ both: 'upper', up: 'u', dir: 'u', 'file/a': 'u' }))
  expect(await texts(store, await store.overlay(lower, upper))).toEqual({
    both: 'upper',
    dir: 'u',
    'file/a': 'u',
    low: 'l',
    up: 'u',
  })
})

test('many changes at the same time do not meet', async () => {
  const store = await openStore()
  const tree = await treeOf(store, plain({ a: 'a' }))
  const names = Array.from({ length: 12 }, (_, index) => `file-${index}`)
  const trees = await Promise.all(
    names.map((name) => store.withFiles(tree, new Map([[name, Buffer.from(name)]]))),
  )
  const found = await Promise.all(trees.map((changed) => texts(store, changed)))
  expect(found).toEqual(names.map((name) => ({ a: 'a', [name]: name })))
})

test('what is kept survives a prune, under any name, and is found by it', async () => {
  const directory = join(await temporaryDirectory(), 'trees.git')
  const store = await openGitTreeStore(directory)
  const kept = await treeOf(store, plain({ a: 'kept' }))
  const dropped = await store.writeBlob(Buffer.from('dropped'))
  await store.keep({ 'carved/a repo:tests/test_x.py/..odd.lock': kept })
  await store.close()
  await execa('git', ['--git-dir', directory, 'prune', '--expire=now'])
  const again = await openGitTreeStore(directory)
  expect(await again.kept('carved/a repo:tests/test_x.py/..odd.lock')).toBe(kept)
  expect(await again.kept('carved/another')).toBe(null)
  expect(await texts(again, kept)).toEqual({ a: 'kept' })
  await expect(again.readBlob(dropped)).rejects.toMatchObject({ code: 'object-missing' })
  await again.close()
})

test('two that open the same new store at once get one store', async () => {
  const directory = join(await temporaryDirectory(), 'out/trees.git')
  const stores = await Promise.all([1, 2, 3].map(() => openGitTreeStore(directory)))
  const blobs = await Promise.all(stores.map((store, index) => store.writeBlob(Buffer.from(String(index)))))
  const again = await openGitTreeStore(directory)
  expect((await again.readBlobs(blobs)).map(String)).toEqual(['0', '1', '2'])
  await Promise.all([again, ...stores].map((store) => store.close()))
})
