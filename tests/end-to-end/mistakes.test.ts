import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runQuarryIn } from '../support/run-quarry.ts'
import { mine, type Miniature, openMiniature, openPlace, type Place } from './miniature.ts'

/** A port that nobody listens on: the test let go of it. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('what a person can get wrong is told in a line, with what to do', { timeout: 120_000 }, () => {
  let miniature: Miniature
  let place: Place
  beforeAll(async () => {
    miniature = await openMiniature()
    place = await openPlace(miniature, 'place')
    await mkdir(join(miniature.home, 'empty'))
    await writeFile(join(miniature.home, 'a-file'), '')
  })
  afterAll(() => miniature.remove())

  /** Runs the program and keeps of stderr what it says itself, the home's path left out. */
  async function say(argv: readonly string[], variables: Readonly<Record<string, string>> = {}) {
    const { status, stdout, stderr } = await runQuarryIn(
      { cwd: miniature.home, variables: { TMPDIR: place.temporary, ...variables } },
      ...argv,
    )
    const said = stderr
      .slice(Math.max(0, stderr.search(/^(quarry|error): /m)))
      .replaceAll(miniature.home, '~')
    return { status, stdout, said }
  }

  test.each([
    [
      ['mine', 'nonesuch'],
      'quarry: there is no repos/nonesuch.ts; for the package on the index write pypi:nonesuch [unknown-repository]',
    ],
    [
      ['mine', 'path:nowhere'],
      'quarry: there is no directory ~/nowhere; correct the path [directory-not-found]',
    ],
    [
      ['mine', 'path:wordkit', '--out', 'a-file'],
      "quarry: cannot write to ~/a-file, where everything generated goes: EEXIST: file already exists, mkdir '~/a-file'; name another folder with --out [out-not-writable]",
    ],
    [
      ['mine', 'path:wordkit', '--candidate', 'other:tests/test_x.py'],
      'quarry: the candidate other:tests/test_x.py is of none of the repositories asked for: wordkit [no-such-candidate]',
    ],
    [['mine', 'path:wordkit', '--python', '3'], 'quarry: --python 3: write it as 3.11 [bad-python-version]'],
    [
      ['eval', '--predictions', 'gold'],
      "quarry: there are no instances yet: run 'quarry mine' first [no-instances]",
    ],
    [
      ['explain', 'wordkit'],
      "quarry: no run has met 'wordkit'; give a repository (none mined yet), a candidate such as NAME:tests/test_x.py, or an instance id [nothing-to-explain]",
    ],
    [
      ['mine', '--conurrency', '2'],
      "error: unknown option '--conurrency'\n(Did you mean --concurrency?)\n(quarry --help lists the commands)",
    ],
  ])('%j', async (argv, said) => {
    expect(await say(argv)).toEqual({ status: 2, stdout: '', said })
  })

  test('a source that cannot be mined is no mistake: add ends as mine does with it, and writes nothing', async () => {
    await mkdir(join(miniature.home, 'untested'))
    await writeFile(join(miniature.home, 'untested/module.py'), 'answer = 42\n')
    const added = await say(['add', 'path:untested', '--out', 'unused'])
    expect({ ...added, said: added.said.split('\n').at(-1) }).toEqual({
      status: 1,
      stdout: '',
      said: expect.stringMatching(
        /^quarry: path:untested cannot be mined, so nothing was written: .* \[no-tests\]$/,
      ),
    })
    expect((await readdir(miniature.home)).includes('repos')).toBe(false)
    expect(await say(['mine', 'path:untested', '--out', 'unused'])).toMatchObject({ status: 1 })
    expect(await say(['add', 'path:nowhere', '--out', 'unused'])).toMatchObject({ status: 2 })
  })

  test('status of a folder where nothing was mined makes no folder', async () => {
    const { status } = await say(['status', '--out', 'never'])
    expect({ status, made: (await readdir(miniature.home)).includes('never') }).toEqual({
      status: 0,
      made: false,
    })
  })

  test('a temporary folder that cannot be used', async () => {
    const temporary = join(miniature.home, 'a-file')
    const { status, said } = await say(['mine', 'path:wordkit', '--out', 'empty'], { TMPDIR: temporary })
    expect({ status, said }).toEqual({
      status: 2,
      said: expect.stringMatching(
        /^quarry: The temporary root ~\/a-file\/quarry-\d+ cannot be made: ENOTDIR.*\. Choose another temporary folder \(TMPDIR\)\. \[temporary-root-not-writable\]$/,
      ),
    })
  })

  test('a Python that is not installed is named with every one that was looked at', async () => {
    const { status, said } = await say(['mine', 'path:wordkit', '--out', 'empty', '--python', '3.7'])
    expect(status).toBe(2)
    expect(said).toMatch(
      /^quarry: No Python 3\.7 that the user \w+ can run was found on this machine\. Looked at:\n/,
    )
    expect(said).toContain(': is Python 3.')
    expect(said).toContain('[python-not-found]')
  })

  test('no network is trouble of the machine, not of the person', async () => {
    const index = `http://127.0.0.1:${await closedPort()}/simple`
    const { status, said } = await say(['mine', 'pypi:attrs', '--out', 'empty'], {
      PIP_INDEX_URL: index,
      PIP_CONFIG_FILE: '/dev/null',
      PIP_EXTRA_INDEX_URL: '',
      PIP_FIND_LINKS: '',
    })
    expect({ status, said: said.split('\n')[0] }).toEqual({
      status: 1,
      said: expect.stringMatching(
        /^quarry: cannot read http:\/\/127\.0\.0\.1:\d+\/simple\/attrs\/: .*ECONNREFUSED.*; check the network and pip's settings, then run again \[network-failed\]$/,
      ),
    })
  })

  test('an archive whose hash is not what the index says is refused', async () => {
    const server = createServer((request, response) => {
      if (!request.url?.endsWith('/wordkit/')) return void response.end('not what was promised')
      const link = `<a href="/files/wordkit-1.0.tar.gz#sha256=${'0'.repeat(64)}">wordkit-1.0.tar.gz</a>`
      response.setHeader('content-type', 'text/html').end(`<html><body>${link}</body></html>`)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    try {
      const { status, said } = await say(['mine', 'pypi:wordkit', '--out', 'empty'], {
        PIP_INDEX_URL: `http://127.0.0.1:${port}/simple`,
        PIP_CONFIG_FILE: '/dev/null',
        PIP_EXTRA_INDEX_URL: '',
        PIP_FIND_LINKS: '',
      })
      expect(said).toContain('wordkit-1.0.tar.gz')
      expect(said).toContain('sha256')
      expect(status).not.toBe(0)
    } finally {
      server.close()
    }
  })

  test('files in out/ that were damaged or deleted are named, and mining mends what is gone', async () => {
    expect(await mine(place)).toMatchObject({ exitCode: 0 })
    const intact = join(miniature.home, 'intact')
    await cp(place.out, intact, { recursive: true })
    const [name = ''] = await readdir(join(place.out, 'artifacts/describe'))
    const artifact = join(place.out, 'artifacts/describe', name)
    const list = join(place.out, 'instances.jsonl')
    const before = await readFile(list, 'utf8')

    await writeFile(artifact, '{ "result": "produ')
    for (const argv of [['status'], ['explain', 'wordkit:tests/test_tables.py'], ['mine', 'path:wordkit']]) {
      const { status, said } = await say([...argv, '--out', place.out])
      expect({ argv, status, said }).toEqual({
        argv,
        status: 2,
        said: expect.stringContaining(
          `describe/${name} does not hold what this version of Quarry stores; delete it and run again. `,
        ),
      })
    }
    await rm(artifact)
    const { status, said } = await say(['status', '--out', place.out])
    expect({ status, said }).toEqual({
      status: 2,
      said: `quarry: an instance of wordkit is no longer in the store (artifacts/describe/${name}); mine wordkit again [instance-gone]`,
    })
    expect(await mine(place)).toMatchObject({ exitCode: 0 })
    expect(await readFile(list, 'utf8')).toEqual(before)
  })
})
