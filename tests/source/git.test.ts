import { git } from '@quarry/core'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { openGitRepository, projectFiles } from './support/git-repository.ts'
import { openSourceLine } from './support/line.ts'

test('a commit with its history: dates, version, what changed when', async () => {
  const repository = await openGitRepository()
  await repository.commit({ ...projectFiles, 'pyproject.toml': pyproject }, '2020-01-02T03:04:05Z')
  await repository.git('tag', 'v1.2.0')
  await repository.commit({ 'tests/test_more.py': 'def test_more(): pass\n' }, '2021-01-02T03:04:05+02:00')
  await repository.git('tag', '--annotate', 'release-1.10.0', '--message', 'A release')
  await repository.git('tag', 'v2.0.0rc1')
  const commit = await repository.commit({ 'demo/extra.py': 'X = 1\n' }, '2022-01-02T03:04:05Z')
  await repository.git('tag', 'nightly-2022-01-02')
  const later = await repository.commit({ 'demo/later.py': 'Y = 1\n' }, '2023-01-02T03:04:05Z')
  await repository.git('tag', 'v9.0')
  const line = await openSourceLine()
  const snapshot = await line.snapshot(git(repository.url, commit))
  expect(snapshot).toEqual({
    repository: 'demo',
    source: { kind: 'git', url: repository.url, ref: commit, commit },
    tree: await repository.git('rev-parse', `${commit}^{tree}`),
    empty_directories: [],
    commit_date: { at: '2022-01-02T03:04:05.000Z', from: 'commit' },
    release_date: null,
    test_file_dates: {
      'tests/test_demo.py': '2020-01-02T03:04:05.000Z',
      'tests/test_more.py': '2021-01-02T01:04:05.000Z',
    },
    import_roots: [''],
    package_roots: ['demo'],
    distribution: 'demo',
    version: '1.10.0',
    licence: 'MIT',
    forge: { owner: 'someone', name: 'demo' },
    forbidden_urls: [
      'https://demo.example.org/docs',
      'https://github.com/someone/demo',
      'https://pypi.org/project/demo/',
    ],
    measured: {},
  })
  expect(await line.resolve(git(repository.url))).toMatchObject({ ref: 'HEAD', commit: later })
})

const pyproject = `[project]
name = "demo"
version = "0.0.1"
license = "MIT"
[project.urls]
Source = "https://github.com/someone/demo"
Documentation = "https://demo.example.org/docs"
Funding = "https://example.org/give"
`

test('refs: branch, tag, annotated tag, start of a commit that a ref has', async () => {
  const repository = await openGitRepository()
  const first = await repository.commit(projectFiles, '2020-01-01T00:00:00Z')
  await repository.git('tag', '--annotate', 'v1', '--message', 'One')
  const second = await repository.commit({ 'demo/b.py': '' }, '2020-01-02T00:00:00Z')
  await repository.git('branch', 'side')
  const line = await openSourceLine()
  const commits = []
  for (const ref of ['v1', 'side', 'refs/heads/main', second.slice(0, 9)]) {
    const pinned = await line.resolve(git(repository.url, ref))
    commits.push(pinned.kind === 'git' && pinned.commit)
  }
  expect(commits).toEqual([first, second, second, second])
})

test('a commit that no branch leads to any more is still fetched', async () => {
  const repository = await openGitRepository()
  await repository.commit(projectFiles, '2020-01-01T00:00:00Z')
  await repository.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  const lost = await repository.commit({ 'demo/lost.py': '' }, '2020-01-02T00:00:00Z')
  await repository.git('reset', '--quiet', '--hard', 'HEAD~1')
  const line = await openSourceLine()
  expect((await line.snapshot(git(repository.url, lost))).tree).toBe(
    await repository.git('rev-parse', `${lost}^{tree}`),
  )
})

test('attributes, filters and export rules play no part', async () => {
  const repository = await openGitRepository()
  const latin1 = Buffer.from([0x63, 0xe9, 0x0d, 0x0a, 0x00])
  await repository.commit(
    { ...projectFiles, 'win.txt': 'one\r\ntwo\r\n', 'odd.bin': latin1 },
    '2020-01-01T00:00:00Z',
  )
  await repository.git('rm', '--quiet', '--cached', 'win.txt')
  await repository.git('-c', 'core.autocrlf=false', 'add', 'win.txt')
  const commit = await repository.commit(
    {
      '.gitattributes':
        'tests/ export-ignore\ndemo/id.py ident export-subst\n*.txt -text\nnew.md text eol=crlf working-tree-encoding=UTF-16\n',
      'demo/id.py': '# $Id$ $Format:%H$\n',
    },
    '2020-01-02T00:00:00Z',
  )
  const line = await openSourceLine()
  const { tree } = await line.snapshot(git(repository.url, commit))
  expect(tree).toBe(await repository.git('rev-parse', `${commit}^{tree}`))
  expect(await line.texts(tree)).toMatchObject({
    'win.txt': 'one\r\ntwo\r\n',
    'odd.bin': latin1.toString('latin1'),
    'demo/id.py': '# $Id$ $Format:%H$\n',
    'tests/test_demo.py': projectFiles['tests/test_demo.py'],
  })
})

test('submodules are refused by name', async () => {
  const inner = await openGitRepository()
  await inner.commit({ 'data.txt': 'x' }, '2020-01-01T00:00:00Z')
  const repository = await openGitRepository()
  await repository.commit(projectFiles, '2020-01-01T00:00:00Z')
  await repository.git('submodule', '--quiet', 'add', inner.url, 'tests/data')
  await repository.commit({}, '2020-01-02T00:00:00Z')
  const line = await openSourceLine()
  expect(await line.rejection(git(repository.url))).toEqual({
    stage: 'source',
    code: 'has-submodules',
    message:
      'the commit has 1 submodules, first tests/data: clone it with --recurse-submodules and use path(directory)',
    evidence: { paths: ['tests/data'] },
  })
})

test('files that only point at Git LFS are refused by name', async () => {
  const repository = await openGitRepository()
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`
  await repository.commit({ ...projectFiles, 'tests/big.bin': pointer }, '2020-01-01T00:00:00Z')
  const line = await openSourceLine()
  expect(await line.rejection(git(repository.url))).toMatchObject({
    code: 'has-lfs-pointers',
    evidence: { paths: ['tests/big.bin'] },
  })
})

test('a commit without tests is a rejection', async () => {
  const repository = await openGitRepository()
  await repository.commit({ 'demo.py': '' }, '2020-01-01T00:00:00Z')
  const line = await openSourceLine()
  expect(await line.rejection(git(repository.url))).toMatchObject({ code: 'no-tests' })
})

test('what the user got wrong', async () => {
  const repository = await openGitRepository()
  await repository.commit(projectFiles, '2020-01-01T00:00:00Z')
  const line = await openSourceLine()
  const failure = async (url: string, ref?: string) =>
    line.snapshot(git(url, ref)).then(String, (error: { code: string }) => error.code)
  expect(await failure(repository.url, 'nope')).toBe('git-ref-not-found')
  expect(await failure(repository.url, 'a'.repeat(40))).toBe('git-commit-not-found')
  expect(await failure('file:///nowhere/at/all')).toBe('git-repository-not-found')
  expect(await failure('ext::sh -c touch% /tmp/never')).toBe('git-url-not-allowed')
  expect(await failure('--upload-pack=touch /tmp/never')).toBe('git-url-not-allowed')
  expect(await failure('relative/place')).toBe('git-url-not-allowed')
  expect(await failure(repository.url, '--upload-pack=x')).toBe('git-ref-not-found')
})

test('nothing of a clone is left, also after a rejection', async () => {
  const clones = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('quarry-clone-'))
  const before = await clones()
  const repository = await openGitRepository()
  await repository.commit({ 'demo.py': '' }, '2020-01-01T00:00:00Z')
  const line = await openSourceLine()
  await line.rejection(git(repository.url))
  await expect(line.snapshot(git(repository.url, 'b'.repeat(40)))).rejects.toThrow('has no commit')
  expect((await clones()).filter((name) => !before.includes(name))).toEqual([])
})

test("the user's own git settings count, and no editor or pager stands in the way", async () => {
  const repository = await openGitRepository()
  const commit = await repository.commit(projectFiles, '2020-01-01T00:00:00Z')
  const line = await openSourceLine({
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.${repository.url}.insteadOf`,
    GIT_CONFIG_VALUE_0: 'https://forge.invalid/someone/demo',
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
    EDITOR: 'vi',
    PAGER: 'less',
    GIT_DIR: '/nowhere',
  })
  const { source, forbidden_urls } = await line.snapshot(git('https://forge.invalid/someone/demo'))
  expect([source, forbidden_urls]).toEqual([
    { kind: 'git', url: 'https://forge.invalid/someone/demo', ref: 'HEAD', commit },
    ['https://forge.invalid/someone/demo'],
  ])
})

test('no setting brings in a protocol that runs a command', async () => {
  const trap = join(await temporaryDirectory(), 'sprung')
  const line = await openSourceLine({
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.ext::sh -c "touch% ${trap}" #.insteadOf`,
    GIT_CONFIG_VALUE_0: 'https://forge.invalid/',
  })
  await expect(line.resolve(git('https://forge.invalid/someone/demo'))).rejects.toMatchObject({
    code: 'git-repository-not-found',
    message: expect.stringContaining("transport 'ext' not allowed"),
  })
  expect(existsSync(trap)).toBe(false)
})

test('a file name that is not UTF-8 is refused', async () => {
  const repository = await openGitRepository()
  await repository.commit(projectFiles, '2020-01-01T00:00:00Z')
  await writeFile(Buffer.concat([Buffer.from(`${repository.directory}/caf`), Buffer.from([0xe9])]), '')
  await repository.commit({}, '2020-01-02T00:00:00Z')
  const line = await openSourceLine()
  expect(await line.rejection(git(repository.url))).toMatchObject({
    code: 'file-name-not-utf8',
    evidence: { paths: ['caf\uFFFD'] },
  })
})
