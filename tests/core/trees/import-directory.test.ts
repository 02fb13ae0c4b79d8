import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { openStore } from './open-store.ts'
import { asText, filesOf } from './random-files.ts'

test('links, executable files and empty directories are taken as they are', async () => {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, 'pkg/data/empty'), { recursive: true })
  await mkdir(join(directory, 'void'))
  await writeFile(join(directory, 'pkg/mod.py'), Buffer.from('# caf\xe9\r\n', 'latin1'))
  await writeFile(join(directory, 'tool'), '#!/bin/sh\n')
  await chmod(join(directory, 'tool'), 0o755)
  await symlink('pkg/missing', join(directory, 'broken'))
  await symlink('pkg', join(directory, 'to-directory'))
  const store = await openStore()
  const { tree, emptyDirectories } = await store.importDirectory(directory)
  expect({ files: asText(await filesOf(store, tree)), emptyDirectories }).toEqual({
    files: [
      { path: 'broken', mode: '120000', bytes: 'pkg/missing' },
      { path: 'pkg/mod.py', mode: '100644', bytes: '# caf\xe9\r\n' },
      { path: 'to-directory', mode: '120000', bytes: 'pkg' },
      { path: 'tool', mode: '100755', bytes: '#!/bin/sh\n' },
    ],
    emptyDirectories: ['pkg/data/empty', 'void'],
  })
})

test('what is not selected is not entered, and leaves no empty directory behind', async () => {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, '.git/objects'), { recursive: true })
  await mkdir(join(directory, 'cache'))
  await writeFile(join(directory, 'cache/mod.pyc'), 'byte code')
  await writeFile(join(directory, 'mod.py'), '')
  const asked: string[] = []
  const store = await openStore()
  const { tree, emptyDirectories } = await store.importDirectory(directory, (path) => {
    asked.push(path)
    return path !== '.git' && !path.endsWith('.pyc')
  })
  expect({
    paths: (await store.list(tree)).map(({ path }) => path),
    emptyDirectories,
    asked: asked.toSorted(),
  }).toEqual({ paths: ['mod.py'], emptyDirectories: [], asked: ['.git', 'cache', 'cache/mod.pyc', 'mod.py'] })
})

test('attributes and ignore rules in the tree change nothing', async () => {
  const directory = await temporaryDirectory()
  await writeFile(
    join(directory, '.gitattributes'),
    '* text=auto eol=lf\nident.py ident\nhidden.py export-ignore\n',
  )
  await writeFile(join(directory, '.gitignore'), '*.log\n')
  await writeFile(join(directory, 'a.log'), 'line\r\n')
  await writeFile(join(directory, 'ident.py'), '# $Id$\r\n')
  await writeFile(join(directory, 'hidden.py'), 'x = 1\r\n')
  const store = await openStore()
  const { tree } = await store.importDirectory(directory)
  const out = await temporaryDirectory()
  await store.exportTo(tree, out)
  const { stdout } = await execa('diff', ['-r', directory, out])
  expect(stdout).toBe('')
})

test('a repository inside the directory is refused by name', async () => {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, 'vendor/lib'), { recursive: true })
  await writeFile(join(directory, 'vendor/lib/.git'), 'gitdir: ../../.git/modules/lib\n')
  const store = await openStore()
  await expect(store.importDirectory(directory)).rejects.toMatchObject({
    name: 'UserError',
    code: 'tree-has-git-directory',
    message: expect.stringContaining('vendor/lib/.git'),
  })
})

test('a file name that is not UTF-8 is refused with its bytes', async () => {
  const directory = await temporaryDirectory()
  await writeFile(Buffer.concat([Buffer.from(`${directory}/caf`), Buffer.from([0xe9])]), '')
  const store = await openStore()
  await expect(store.importDirectory(directory)).rejects.toMatchObject({
    name: 'UserError',
    code: 'file-name-not-utf8',
    message: expect.stringContaining('636166e9'),
  })
})

test('a fifo is refused by name instead of waited for', async () => {
  const directory = await temporaryDirectory()
  await execa('mkfifo', [join(directory, 'pipe')])
  const store = await openStore()
  await expect(store.importDirectory(directory)).rejects.toMatchObject({
    name: 'UserError',
    code: 'file-type-not-storable',
    message: expect.stringContaining('pipe is a fifo'),
  })
})

test('a directory that is not there is told by name', async () => {
  const directory = join(await temporaryDirectory(), 'not-there')
  const store = await openStore()
  await expect(store.importDirectory(directory)).rejects.toMatchObject({
    name: 'UserError',
    code: 'directory-not-readable',
    message: expect.stringContaining(directory),
  })
})
