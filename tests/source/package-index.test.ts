import { pypi } from '@quarry/core'
import { resolveSource } from '@quarry/source'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { projectMembers, tarOf } from './support/archives.ts'
import { html, json, type Reply, serve } from './support/index-server.ts'
import { openSourceLine } from './support/line.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const certificates = fileURLToPath(new URL('../fixtures/source/certificates/', import.meta.url))

/** Index entries that name files nobody downloads. */
const listed = (...names: string[]) =>
  names.map((filename) => ({ filename, url: `/files/${filename}`, hashes: {} }))

async function newest(...files: object[]): Promise<unknown> {
  const server = await serve({ '/simple/demo/': json(files) })
  const line = await openSourceLine({ PIP_INDEX_URL: `${server.url}/simple` })
  const pinned = await line.resolve(pypi('demo'))
  return pinned.kind === 'pypi' ? pinned.version : pinned
}

test('the newest release is by version, not by name or place', async () => {
  expect(await newest(...listed('demo-1.9.tar.gz', 'demo-1.10.tar.gz', 'demo-1.2.tar.gz'))).toBe('1.10')
})

test('pre-releases count only where there is nothing else', async () => {
  expect(await newest(...listed('demo-1.0.tar.gz', 'demo-2.0rc1.tar.gz'))).toBe('1.0')
  expect(await newest(...listed('demo-2.0a1.tar.gz', 'demo-2.0rc1.tar.gz'))).toBe('2.0rc1')
})

test('a yanked release is passed over, and so is one of wheels only', async () => {
  const [old, ...others] = listed('demo-1.0.tar.gz', 'demo-3.0-py3-none-any.whl')
  expect(await newest({ ...old }, { ...listed('demo-2.0.tar.gz')[0], yanked: 'broken' }, ...others)).toBe(
    '1.0',
  )
})

test('a yanked release is taken when it is asked for by its version', async () => {
  const server = await serve({ '/demo/': json([{ ...listed('demo-2.0.tar.gz')[0], yanked: true }]) })
  const line = await openSourceLine({ PIP_INDEX_URL: server.url })
  expect(await line.resolve(pypi('Demo', '2'))).toEqual({ kind: 'pypi', project: 'demo', version: '2.0' })
})

test('a release for another Python is passed over when the Python is known', async () => {
  const files = listed('demo-1.0.tar.gz', 'demo-2.0.tar.gz')
  const server = await serve({ '/demo/': json([files[0]!, { ...files[1], 'requires-python': '>=3.12' }]) })
  const line = await openSourceLine({ PIP_INDEX_URL: server.url })
  expect(await line.resolve(pypi('demo'), '3.11.2')).toMatchObject({ version: '1.0' })
  expect(await line.resolve(pypi('demo'))).toMatchObject({ version: '2.0' })
})

test('names with dashes of their own, and files of other projects', async () => {
  const files = listed(
    'my-demo-extra-1.0.tar.gz',
    'my_demo-2.0.tar.gz',
    'other-3.0.tar.gz',
    'my.demo-1.5.zip',
  )
  const server = await serve({ '/my-demo/': json(files) })
  const line = await openSourceLine({ PIP_INDEX_URL: server.url })
  expect(await line.resolve(pypi('My.Demo'))).toEqual({ kind: 'pypi', project: 'my-demo', version: '2.0' })
})

test('a release from a JSON index, with its upload time', async () => {
  const packed = await tarOf(projectMembers())
  const server = await serve({
    '/simple/demo/': json([
      {
        filename: 'demo-1.0.tar.gz',
        url: '../../files/demo-1.0.tar.gz',
        hashes: { sha256: sha256(packed) },
        'upload-time': '2024-05-06T07:08:09.123456Z',
      },
    ]),
    '/files/demo-1.0.tar.gz': { body: packed },
  })
  const line = await openSourceLine({ PIP_INDEX_URL: `${server.url}/simple/` })
  const snapshot = await line.snapshot(pypi('demo'))
  expect(await line.texts(snapshot.tree)).toEqual({
    'PKG-INFO': 'Metadata-Version: 2.1\nName: demo\nVersion: 1.0\nLicense: MIT\n',
    'demo/__init__.py': 'ANSWER = 42\n',
    'tests/test_demo.py': 'import demo\n\n\ndef test_answer():\n    assert demo.ANSWER == 42\n',
  })
  expect(snapshot).toEqual({
    repository: 'demo',
    source: {
      kind: 'pypi',
      project: 'demo',
      version: '1.0',
      file: { name: 'demo-1.0.tar.gz', sha256: sha256(packed) },
    },
    tree: snapshot.tree,
    empty_directories: [],
    commit_date: null,
    release_date: { at: '2024-05-06T07:08:09.123Z', from: 'index-upload-time' },
    test_file_dates: {},
    import_roots: [''],
    package_roots: ['demo'],
    distribution: 'demo',
    version: '1.0',
    licence: 'MIT',
    forge: null,
    forbidden_urls: ['https://pypi.org/project/demo/'],
    measured: { downloaded_bytes: packed.length },
  })
})

test('a release from an HTML index: relative links, digests in the fragment, time from the newest file', async () => {
  const packed = await tarOf(
    projectMembers().map((member, index) => ({ ...member, mtime: 1_500_000_000 + index })),
  )
  const server = await serve({
    '/simple/demo/': html(
      '<a href="/elsewhere/demo-0.9.tar.gz">demo-0.9.tar.gz</a>' +
        `<a href="../../files/demo-1.0.tar.gz#sha256=${sha256(packed)}" data-requires-python="&gt;=3.8">demo-1.0.tar.gz</a>` +
        '<a href="demo-1.1.tar.gz" data-yanked="">demo-1.1.tar.gz</a>',
    ),
    '/files/demo-1.0.tar.gz': { body: packed },
  })
  const line = await openSourceLine({ PIP_INDEX_URL: `${server.url}/simple` })
  const { source, release_date } = await line.snapshot(pypi('demo'))
  expect({ source, release_date }).toEqual({
    source: {
      kind: 'pypi',
      project: 'demo',
      version: '1.0',
      file: { name: 'demo-1.0.tar.gz', sha256: sha256(packed) },
    },
    release_date: { at: '2017-07-14T02:40:02.000Z', from: 'newest-file' },
  })
  expect(server.asked).toEqual(['/simple/demo/', '/simple/demo/', '/files/demo-1.0.tar.gz'])
})

test('of two indexes the newest release wins, whichever has it', async () => {
  const packed = await tarOf(projectMembers('demo-2.0'))
  const first = await serve({ '/demo/': json(listed('demo-1.0.tar.gz')) })
  const second = await serve({
    '/demo/': html('<a href="demo-2.0.tar.gz">demo-2.0.tar.gz</a>'),
    '/demo/demo-2.0.tar.gz': { body: packed },
  })
  const line = await openSourceLine({ PIP_INDEX_URL: first.url, PIP_EXTRA_INDEX_URL: second.url })
  expect((await line.snapshot(pypi('demo'))).version).toBe('2.0')
})

test('an index that does not know the project is passed over', async () => {
  const first = await serve({})
  const second = await serve({ '/demo/': json(listed('demo-1.0.tar.gz')) })
  const line = await openSourceLine({ PIP_INDEX_URL: first.url, PIP_EXTRA_INDEX_URL: second.url })
  expect(await line.resolve(pypi('demo'))).toMatchObject({ version: '1.0' })
})

test('a file with another digest is refused with both', async () => {
  const packed = await tarOf(projectMembers())
  const server = await serve({
    '/demo/': json([
      { filename: 'demo-1.0.tar.gz', url: 'demo-1.0.tar.gz', hashes: { sha256: 'ab'.repeat(32) } },
    ]),
    '/demo/demo-1.0.tar.gz': { body: packed },
  })
  const line = await openSourceLine({ PIP_INDEX_URL: server.url })
  await expect(line.snapshot(pypi('demo'))).rejects.toMatchObject({
    name: 'InfrastructureError',
    code: 'hash-mismatch',
    message: expect.stringContaining(`sha256 ${sha256(packed)}, expected ${'ab'.repeat(32)}`),
  })
})

test('an index that is busy is asked again', async () => {
  const server = await serve({
    '/demo/': [{ status: 503 }, { status: 429 }, json(listed('demo-1.0.tar.gz'))],
  })
  const line = await openSourceLine({ PIP_INDEX_URL: server.url })
  expect(await line.resolve(pypi('demo'))).toMatchObject({ version: '1.0' })
  expect(server.asked).toEqual(['/demo/', '/demo/', '/demo/'])
})

test('what the user got wrong', async () => {
  const server = await serve({
    '/demo/': json(listed('demo-1.0.tar.gz', 'demo-1.1.tar.gz')),
    '/private/': { status: 401 },
  })
  const line = await openSourceLine({ PIP_INDEX_URL: server.url })
  await expect(line.resolve(pypi('nothing'))).rejects.toMatchObject({
    name: 'UserError',
    code: 'project-not-found',
    message: `no package index has a project nothing (asked: ${server.url})`,
  })
  await expect(line.resolve(pypi('demo', '9.9'))).rejects.toMatchObject({
    name: 'UserError',
    code: 'version-not-found',
    message: 'demo has no version 9.9; the newest are 1.1, 1.0',
  })
  await expect(line.resolve(pypi('private'))).rejects.toMatchObject({
    name: 'UserError',
    code: 'index-refused',
  })
})

test('an index that can not be reached is an infrastructure failure, without the password in it', async () => {
  const line = await openSourceLine({ PIP_INDEX_URL: 'http://someone:secret@127.0.0.1:1/simple' })
  const failure = await line.resolve(pypi('demo')).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'InfrastructureError', code: 'network-failed' })
  expect(String(failure)).not.toContain('secret')
})

test('wheels only is a rejection', async () => {
  const server = await serve({ '/demo/': json(listed('demo-1.0-py3-none-any.whl')) })
  const line = await openSourceLine({ PIP_INDEX_URL: server.url })
  expect(await line.rejection(pypi('demo'))).toEqual({
    stage: 'source',
    code: 'no-sdist',
    message: 'demo 1.0 has no source distribution, only 1 wheels: use git(url, tag) instead',
    evidence: { files: ['demo-1.0-py3-none-any.whl'] },
  })
})

test('a format that can not be unpacked is said', async () => {
  const server = await serve({ '/demo/': json(listed('demo-1.0.tar.bz2')) })
  const line = await openSourceLine({ PIP_INDEX_URL: server.url })
  expect(await line.rejection(pypi('demo'))).toMatchObject({ code: 'sdist-format-unsupported' })
})

test('an sdist without tests names the repository to use instead', async () => {
  const packed = await tarOf([
    {
      name: 'demo-1.0/PKG-INFO',
      text: 'Name: demo\nVersion: 1.0\nProject-URL: Source, https://github.com/someone/demo/tree/main\n',
    },
    { name: 'demo-1.0/demo.py', text: 'ANSWER = 42\n' },
  ])
  const server = await serve({
    '/demo/': json(listed('demo-1.0.tar.gz')),
    '/files/demo-1.0.tar.gz': { body: packed },
  })
  const line = await openSourceLine({ PIP_INDEX_URL: server.url })
  expect(await line.rejection(pypi('demo'))).toEqual({
    stage: 'source',
    code: 'sdist-has-no-tests',
    message:
      "demo-1.0.tar.gz holds no test file; use git('https://github.com/someone/demo', '<tag of 1.0>') instead",
    evidence: { file: 'demo-1.0.tar.gz', repository: 'https://github.com/someone/demo' },
  })
})

test('logins: from the URL for the index and its files, else from netrc, never on to another host', async () => {
  const packed = await tarOf(projectMembers())
  const seen: [string, string | undefined][] = []
  const guarded = (reply: Reply) => (request: IncomingMessage) => {
    seen.push([request.url ?? '', request.headers.authorization])
    return reply
  }
  const other = await serve({ '/demo-1.0.tar.gz': guarded({ body: packed }) })
  const server = await serve({
    '/demo/': guarded(json([{ filename: 'demo-1.0.tar.gz', url: '/moved', hashes: {} }])),
    '/moved': guarded({
      status: 302,
      headers: { location: `${other.url}/demo-1.0.tar.gz`.replace('127.0.0.1', 'localhost') },
    }),
  })
  const home = await temporaryDirectory()
  const login = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const inUrl = await openSourceLine({ PIP_INDEX_URL: server.url.replace('//', '//me:pass%20word@') })
  await inUrl.snapshot(pypi('demo', '1.0'))
  await writeFile(join(home, '.netrc'), 'machine 127.0.0.1 login they password "top secret"\n')
  const inNetrc = await openSourceLine({ PIP_INDEX_URL: server.url, HOME: home })
  await inNetrc.resolve(pypi('demo'))
  expect(seen).toEqual([
    ['/demo/', login('me:pass word')],
    ['/demo/', login('me:pass word')],
    ['/moved', login('me:pass word')],
    ['/demo-1.0.tar.gz', undefined],
    ['/demo/', login('they:top secret')],
  ])
})

test('a certificate authority of the house, and none', async () => {
  const tls = {
    cert: await readFile(`${certificates}server.pem`),
    key: await readFile(`${certificates}server-key.pem`),
  }
  const server = await serve({ '/demo/': json(listed('demo-1.0.tar.gz')) }, tls)
  const trusting = await openSourceLine({
    PIP_INDEX_URL: server.url,
    PIP_CERT: `${certificates}authority.pem`,
  })
  expect(await trusting.resolve(pypi('demo'))).toMatchObject({ version: '1.0' })
  const host = new URL(server.url).host
  const careless = await openSourceLine({ PIP_INDEX_URL: server.url, PIP_TRUSTED_HOST: host })
  expect(await careless.resolve(pypi('demo'))).toMatchObject({ version: '1.0' })
  const strict = await openSourceLine({ PIP_INDEX_URL: server.url })
  await expect(strict.resolve(pypi('demo'))).rejects.toMatchObject({ code: 'network-failed' })
})

test('through a proxy, except for hosts that need none', async () => {
  const server = await serve({ '/demo/': json(listed('demo-1.0.tar.gz')) })
  const passed: string[] = []
  const proxy = createServer((request, response) => {
    passed.push(request.url ?? '')
    httpRequest(request.url ?? '', { headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    }).end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  const variables = { PIP_INDEX_URL: server.url, HTTP_PROXY: `http://127.0.0.1:${port}` }
  await (await openSourceLine(variables)).resolve(pypi('demo'))
  await (await openSourceLine({ ...variables, NO_PROXY: '127.0.0.1' })).resolve(pypi('demo'))
  expect(passed).toEqual([`${server.url}/demo/`])
})

test('an interruption ends a request that gets no answer', async () => {
  const interruption = new AbortController()
  const server = await serve({
    '/demo/': () => {
      interruption.abort()
      return { status: 503 }
    },
  })
  const { trees } = await openSourceLine()
  const environment = { PIP_CONFIG_FILE: '/dev/null', PIP_INDEX_URL: server.url }
  await expect(
    resolveSource(pypi('demo'), { trees, signal: interruption.signal, environment }),
  ).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.asked).toEqual(['/demo/'])
})
