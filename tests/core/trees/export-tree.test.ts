import { lstat, mkdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { openStore } from './open-store.ts'
import { treeOf } from './random-files.ts'

test('files get their modes and links their texts', async () => {
  const store = await openStore()
  const tree = await treeOf(store, [
    { path: 'bin/tool', mode: '100755', bytes: Buffer.from('#!/bin/sh\n') },
    { path: 'mod.py', mode: '100644', bytes: Buffer.from('x') },
    { path: 'link', mode: '120000', bytes: Buffer.from('bin/tool') },
  ])
  const directory = await temporaryDirectory()
  await store.exportTo(tree, directory)
  const executable = async (path: string) => ((await lstat(join(directory, path))).mode & 0o111) !== 0
  expect({
    tool: await executable('bin/tool'),
    module: await executable('mod.py'),
    link: await readlink(join(directory, 'link')),
  }).toEqual({ tool: true, module: false, link: 'bin/tool' })
})

test('a link that stands in the way is replaced, not written through', async () => {
  const store = await openStore()
  const tree = await treeOf(store, [{ path: 'mod.py', mode: '100644', bytes: Buffer.from('from the tree') }])
  const directory = await temporaryDirectory()
  await mkdir(join(directory, 'out'))
  await writeFile(join(directory, 'precious'), 'precious')
  await symlink('../precious', join(directory, 'out/mod.py'))
  await store.exportTo(tree, join(directory, 'out'))
  expect({
    precious: await readFile(join(directory, 'precious'), 'utf8'),
    written: await readFile(join(directory, 'out/mod.py'), 'utf8'),
  }).toEqual({ precious: 'precious', written: 'from the tree' })
})

test('a directory that cannot be written is trouble of the machine', async () => {
  const store = await openStore()
  const tree = await treeOf(store, [{ path: 'a/mod.py', mode: '100644', bytes: Buffer.from('x') }])
  const directory = await temporaryDirectory()
  await writeFile(join(directory, 'a'), 'a file where the tree has a directory')
  await expect(store.exportTo(tree, directory)).rejects.toMatchObject({
    name: 'InfrastructureError',
    code: 'tree-not-exported',
    message: `cannot write a tree below ${directory}`,
  })
})
