import { path } from '@quarry/core'
import { source } from '@quarry/source'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { openGitRepository, projectFiles } from './support/git-repository.ts'
import { openSourceLine } from './support/line.ts'

async function write(top: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(top, name)), { recursive: true })
    await writeFile(join(top, name), text)
  }
}

test('a plain directory, without what tools leave behind', async () => {
  const top = await temporaryDirectory()
  await write(top, {
    ...projectFiles,
    'demo/__pycache__/demo.cpython-311.pyc': 'x',
    'demo/old.pyc': 'x',
    '.venv/pyvenv.cfg': 'home = /usr/bin',
    '.venv/lib/site.py': 'x',
    'my env/pyvenv.cfg': 'home = /usr/bin',
    '.pytest_cache/README.md': 'x',
    '.coveragerc': '[run]\n',
  })
  await symlink('demo', join(top, 'linked'))
  await mkdir(join(top, 'empty/inner'), { recursive: true })
  const line = await openSourceLine()
  const snapshot = await line.snapshot(path(top))
  expect(await line.texts(snapshot.tree)).toEqual({
    ...projectFiles,
    '.coveragerc': '[run]\n',
    linked: '-> demo',
  })
  expect(snapshot).toEqual({
    repository: 'demo',
    source: { kind: 'path', commit: null },
    tree: snapshot.tree,
    empty_directories: ['empty/inner'],
    commit_date: null,
    release_date: null,
    test_file_dates: {},
    import_roots: [''],
    package_roots: ['demo'],
    distribution: null,
    version: null,
    licence: null,
    forge: null,
    forbidden_urls: [],
    measured: { path: top },
  })
})

test('the same content anywhere has the same key', async () => {
  const line = await openSourceLine()
  const keys = []
  for (const top of [await temporaryDirectory(), await temporaryDirectory()]) {
    await write(top, projectFiles)
    keys.push(source.cacheKey({ repository: 'demo', source: await line.resolve(path(top)) }, {}))
  }
  expect(keys[1]).toEqual(keys[0])
})

test('a clean checkout is the commit, with its history', async () => {
  const repository = await openGitRepository()
  const commit = await repository.commit(
    { ...projectFiles, '.gitignore': 'build/\n' },
    '2020-01-01T00:00:00Z',
  )
  await repository.git('tag', 'v3.1')
  await write(repository.directory, { 'build/demo/__init__.py': 'ANSWER = 41\n' })
  const line = await openSourceLine()
  const snapshot = await line.snapshot(path(repository.directory))
  expect(snapshot).toMatchObject({
    source: { kind: 'path', commit },
    tree: await repository.git('rev-parse', 'HEAD^{tree}'),
    version: '3.1',
    commit_date: { at: '2020-01-01T00:00:00.000Z', from: 'commit' },
    test_file_dates: { 'tests/test_demo.py': '2020-01-01T00:00:00.000Z' },
  })
})

test('a changed checkout is what is on the disk, and no commit', async () => {
  const repository = await openGitRepository()
  await repository.commit({ ...projectFiles, 'demo/gone.py': '' }, '2020-01-01T00:00:00Z')
  await write(repository.directory, { 'demo/__init__.py': 'ANSWER = 6 * 7\n', 'tests/test_new.py': '' })
  await rm(join(repository.directory, 'demo/gone.py'))
  const line = await openSourceLine()
  const snapshot = await line.snapshot(path(repository.directory))
  expect([snapshot.source, snapshot.commit_date, await line.texts(snapshot.tree)]).toEqual([
    { kind: 'path', commit: null },
    null,
    {
      'demo/__init__.py': 'ANSWER = 6 * 7\n',
      'tests/test_demo.py': projectFiles['tests/test_demo.py'],
      'tests/test_new.py': '',
    },
  ])
})

test('a submodule is refused while it is empty, and taken in when it is there', async () => {
  const inner = await openGitRepository()
  await inner.commit({ 'data.txt': 'x' }, '2020-01-01T00:00:00Z')
  const repository = await openGitRepository()
  await repository.commit(projectFiles, '2020-01-01T00:00:00Z')
  await repository.git('submodule', '--quiet', 'add', inner.url, 'tests/data')
  await repository.commit({}, '2020-01-02T00:00:00Z')
  const line = await openSourceLine()
  const whole = await line.snapshot(path(repository.directory))
  expect(Object.keys(await line.texts(whole.tree))).toEqual([
    '.gitmodules',
    'demo/__init__.py',
    'tests/data/data.txt',
    'tests/test_demo.py',
  ])
  await repository.git('submodule', '--quiet', 'deinit', '--all', '--force')
  expect(await line.rejection(path(repository.directory))).toEqual({
    stage: 'source',
    code: 'has-submodules',
    message: '1 submodules have no content, first tests/data: run git submodule update --init --recursive',
    evidence: { paths: ['tests/data'] },
  })
})

test('a checkout can not make git run a program', async () => {
  const repository = await openGitRepository()
  await repository.commit(projectFiles, '2020-01-01T00:00:00Z')
  const trap = join(await temporaryDirectory(), 'sprung')
  await repository.git('config', 'core.fsmonitor', `touch ${trap}`)
  const line = await openSourceLine()
  await line.snapshot(path(repository.directory))
  await expect(writeFile(trap, '', { flag: 'wx' })).resolves.toBeUndefined()
})

test('no such directory, and an empty one', async () => {
  const line = await openSourceLine()
  await expect(line.resolve(path('/nowhere/at/all'))).rejects.toMatchObject({ code: 'directory-not-found' })
  await expect(line.resolve(path(await temporaryDirectory()))).rejects.toMatchObject({
    code: 'directory-empty',
  })
})
