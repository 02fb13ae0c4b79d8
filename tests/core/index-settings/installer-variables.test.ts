import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type IndexSettings, installerVariables, readIndexSettings } from '@quarry/core'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { pythonWithPytest } from '../../support/python-with-pytest.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

const everything: IndexSettings = {
  indexUrls: ['https://u:p@a.example/simple', 'https://b.example/simple', '/srv/index'],
  findLinks: ['/srv/wheels', 'https://files.example/'],
  certificate: '/etc/ca.pem',
  clientCertificate: '/etc/client.pem',
  trustedHosts: ['a.example', 'b.example:8443'],
  proxies: { http: 'http://p:1', https: 'http://p:2', all: null, none: 'localhost' },
  timeoutSeconds: 2.5,
}

test('every setting is put to pip, to uv and to what else downloads', () => {
  expect(installerVariables(everything)).toEqual({
    HTTPS_PROXY: 'http://p:2',
    HTTP_PROXY: 'http://p:1',
    NO_PROXY: 'localhost',
    PIP_CERT: '/etc/ca.pem',
    PIP_CLIENT_CERT: '/etc/client.pem',
    PIP_CONFIG_FILE: '/dev/null',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    PIP_EXTRA_INDEX_URL: 'https://b.example/simple /srv/index',
    PIP_FIND_LINKS: '/srv/wheels https://files.example/',
    PIP_INDEX_URL: 'https://u:p@a.example/simple',
    PIP_NO_INPUT: '1',
    PIP_TIMEOUT: '2.5',
    PIP_TRUSTED_HOST: 'a.example b.example:8443',
    REQUESTS_CA_BUNDLE: '/etc/ca.pem',
    SSL_CERT_FILE: '/etc/ca.pem',
    SSL_CLIENT_CERT: '/etc/client.pem',
    UV_DEFAULT_INDEX: 'https://u:p@a.example/simple',
    UV_FIND_LINKS: '/srv/wheels,https://files.example/',
    UV_HTTP_TIMEOUT: '3',
    UV_INDEX: 'https://b.example/simple /srv/index',
    UV_INDEX_STRATEGY: 'unsafe-best-match',
    UV_INSECURE_HOST: 'a.example b.example:8443',
    UV_NO_CONFIG: '1',
    http_proxy: 'http://p:1',
    https_proxy: 'http://p:2',
    no_proxy: 'localhost',
  })
})

test('without an index both are told to ask none', () => {
  const offline = {
    ...everything,
    indexUrls: [],
    proxies: { http: null, https: null, all: null, none: null },
  }
  expect(installerVariables({ ...offline, certificate: null, clientCertificate: null })).toEqual({
    PIP_CONFIG_FILE: '/dev/null',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    PIP_FIND_LINKS: '/srv/wheels https://files.example/',
    PIP_NO_INDEX: '1',
    PIP_NO_INPUT: '1',
    PIP_TIMEOUT: '2.5',
    PIP_TRUSTED_HOST: 'a.example b.example:8443',
    UV_DEFAULT_INDEX: 'file:///nonexistent',
    UV_FIND_LINKS: '/srv/wheels,https://files.example/',
    UV_HTTP_TIMEOUT: '3',
    UV_INSECURE_HOST: 'a.example b.example:8443',
    UV_NO_CONFIG: '1',
  })
})

test('what the variables say is read back as the same settings', async () => {
  const single = { ...everything, indexUrls: ['https://a.example/simple'] }
  for (const settings of [everything, single, { ...everything, indexUrls: [] }])
    expect(await readIndexSettings(installerVariables(settings))).toEqual(settings)
})

test('a real pip finds a package on a mirror with a password, a public one not asked for', async () => {
  const wheel = await makeWheel(await temporaryDirectory())
  const served: string[] = []
  const port = await serve((request, response) => {
    if (request.headers.authorization !== `Basic ${Buffer.from('user:p@ss').toString('base64')}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
      return
    }
    served.push(request.url ?? '')
    if (request.url === '/simple/quarry-demo/')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<a href="/files/${wheel.name}">${wheel.name}</a>`)
    else if (request.url === `/files/${wheel.name}`) response.end(wheel.bytes)
    else response.writeHead(404).end()
  })
  const settings = await readIndexSettings({
    PIP_CONFIG_FILE: '/dev/null',
    PIP_INDEX_URL: `http://user:p%40ss@127.0.0.1:${port}/simple`,
  })
  const out = await temporaryDirectory()
  await execa(
    join(await pythonWithPytest(), 'bin/python'),
    ['-m', 'pip', 'download', '--quiet', '--no-deps', '--no-cache-dir', '--dest', out, 'quarry-demo'],
    { env: installerVariables(settings), extendEnv: false },
  )
  expect({ downloaded: await readdir(out), served }).toEqual({
    downloaded: [wheel.name],
    served: ['/simple/quarry-demo/', `/files/${wheel.name}`],
  })
})

/** The smallest wheel that pip takes. */
async function makeWheel(directory: string): Promise<{ name: string; bytes: Buffer }> {
  const name = 'quarry_demo-1.0-py3-none-any.whl'
  const script = `
import zipfile
with zipfile.ZipFile(${JSON.stringify(join(directory, name))}, "w") as wheel:
    info = "quarry_demo-1.0.dist-info/"
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: quarry-demo\\nVersion: 1.0\\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: t\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")
`
  await execa('python3', ['-c', script])
  return { name, bytes: await readFile(join(directory, name)) }
}

/** Serves on a free port of the loopback until the test ends. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
