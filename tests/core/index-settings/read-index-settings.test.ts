import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type IndexSettings, readIndexSettings } from '@quarry/core'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

const untouched: IndexSettings = {
  indexUrls: ['https://pypi.org/simple'],
  findLinks: [],
  certificate: null,
  clientCertificate: null,
  trustedHosts: [],
  proxies: { http: null, https: null, all: null, none: null },
  timeoutSeconds: null,
}

/** The settings of a person whose machine and home have these files; TOP stands for where they lie. */
async function settingsWith(files: Record<string, string>, variables: Record<string, string> = {}) {
  const top = await temporaryDirectory()
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(top, name)), { recursive: true })
    await writeFile(join(top, name), text.replaceAll('TOP', top))
  }
  const filled = Object.entries(variables).map(([name, value]) => [name, value.replaceAll('TOP', top)])
  const environment = {
    HOME: join(top, 'home'),
    XDG_CONFIG_DIRS: join(top, 'xdg'),
    ...Object.fromEntries(filled),
  }
  const settings = await readIndexSettings(environment, join(top, 'etc/pip.conf'))
  const shown: unknown = JSON.parse(JSON.stringify(settings).replaceAll(top, 'TOP'))
  return shown
}

test('without settings it is the public index', async () => {
  expect(await settingsWith({})).toEqual(untouched)
})

test('a company mirror: every option, in variables', async () => {
  const variables = {
    PIP_INDEX_URL: 'https://user:p%40ss@mirror.example/simple',
    PIP_EXTRA_INDEX_URL: 'https://a.example/simple  https://b.example/simple\nhttps://a.example/simple',
    PIP_FIND_LINKS: '/srv/wheels ~/wheels https://files.example/list.html file:///srv/more',
    PIP_CERT: '~/ca.pem',
    PIP_CLIENT_CERT: '/etc/client.pem',
    PIP_TRUSTED_HOST: 'a.example b.example:8443',
    PIP_DEFAULT_TIMEOUT: '180',
    https_proxy: 'http://proxy.example:3128',
    HTTPS_PROXY: 'http://other.example:3128',
    NO_PROXY: 'localhost,.example',
  }
  expect(await settingsWith({}, variables)).toEqual({
    indexUrls: [
      'https://user:p%40ss@mirror.example/simple',
      'https://a.example/simple',
      'https://b.example/simple',
    ],
    findLinks: ['/srv/wheels', 'TOP/home/wheels', 'https://files.example/list.html', 'file:///srv/more'],
    certificate: 'TOP/home/ca.pem',
    clientCertificate: '/etc/client.pem',
    trustedHosts: ['a.example', 'b.example:8443'],
    proxies: { http: null, https: 'http://proxy.example:3128', all: null, none: 'localhost,.example' },
    timeoutSeconds: 180,
  })
})

test('the same in a file, with values over several lines, comments and both signs', async () => {
  const text = `# for everybody
[global]
index-url: https://mirror.example/simple
; comment
Extra_Index_URL =
    https://a.example/simple
    # a comment within a value
    https://b.example/simple#not-a-comment
proxy = http://proxy.example:3128
[freeze]
timeout = 1
[install]
no-compile = true
trusted-host = a.example
    b.example
`
  expect(await settingsWith({ 'home/.config/pip/pip.conf': text })).toEqual({
    ...untouched,
    indexUrls: [
      'https://mirror.example/simple',
      'https://a.example/simple',
      'https://b.example/simple#not-a-comment',
    ],
    trustedHosts: ['a.example', 'b.example'],
    proxies: { ...untouched.proxies, http: 'http://proxy.example:3128', https: 'http://proxy.example:3128' },
  })
})

const indexFile = (name: string) => `[global]\nindex-url = https://${name}.example/simple\n`

/** Weakest first: each is asked with all before it in place. */
const strengths: [string, Record<string, string>, Record<string, string>][] = [
  ['uv-old', {}, { UV_INDEX_URL: 'https://uv-old.example/simple' }],
  ['uv-new', {}, { UV_DEFAULT_INDEX: 'company=https://uv-new.example/simple' }],
  ['xdg', { 'xdg/pip/pip.conf': indexFile('xdg') }, {}],
  ['machine', { 'etc/pip.conf': indexFile('machine') }, {}],
  ['legacy-user', { 'home/.pip/pip.conf': indexFile('legacy-user') }, {}],
  ['user', { 'home/.config/pip/pip.conf': indexFile('user') }, {}],
  ['virtual', { 'venv/pip.conf': indexFile('virtual') }, { VIRTUAL_ENV: 'TOP/venv' }],
  ['own-file', { 'own.conf': indexFile('own-file') }, { PIP_CONFIG_FILE: 'TOP/own.conf' }],
  [
    'install',
    { 'etc/pip.conf': indexFile('machine') + indexFile('install').replace('global', 'install') },
    {},
  ],
  ['variable', {}, { PIP_INDEX_URL: 'https://variable.example/simple' }],
]

test.each(strengths.map((row, index) => [row[0], index] as const))(
  '%s beats what is weaker',
  async (name, index) => {
    const files = Object.assign({}, ...strengths.slice(0, index + 1).map((row) => row[1]))
    const variables = Object.assign({}, ...strengths.slice(0, index + 1).map((row) => row[2]))
    expect(await settingsWith(files, variables)).toEqual({
      ...untouched,
      indexUrls: [`https://${name}.example/simple`],
    })
  },
)

test("a file of one's own stands in place of the user's, not of the machine's", async () => {
  const files = {
    'etc/pip.conf': '[global]\ntrusted-host = machine.example\n',
    'home/.config/pip/pip.conf': indexFile('user'),
    'own.conf': '[global]\ntimeout = 5\n',
  }
  expect(await settingsWith(files, { PIP_CONFIG_FILE: 'TOP/own.conf' })).toEqual({
    ...untouched,
    trustedHosts: ['machine.example'],
    timeoutSeconds: 5,
  })
  expect(await settingsWith(files, { PIP_CONFIG_FILE: 'TOP/not-there.conf' })).toMatchObject({
    indexUrls: ['https://user.example/simple'],
  })
  expect(await settingsWith(files, { PIP_CONFIG_FILE: '/dev/null' })).toEqual(untouched)
})

test('empty values: in a file they undo a weaker file, in a variable they are as good as unset', async () => {
  const files = {
    'etc/pip.conf':
      '[global]\nextra-index-url = https://a.example/simple\nindex-url = https://m.example/simple\n',
    'home/.config/pip/pip.conf': '[global]\nextra-index-url =\n',
  }
  expect(
    await settingsWith(files, { PIP_INDEX_URL: '', PIP_CERT: '', UV_INDEX: '', HTTP_PROXY: '' }),
  ).toEqual({
    ...untouched,
    indexUrls: ['https://m.example/simple'],
  })
})

test("uv's further indexes are added to pip's", async () => {
  const variables = {
    PIP_EXTRA_INDEX_URL: 'https://a.example/simple',
    UV_INDEX: 'own=https://b.example/simple https://c.example/simple?key=1',
    UV_EXTRA_INDEX_URL: 'https://d.example/simple https://a.example/simple',
  }
  expect(await settingsWith({}, variables)).toMatchObject({
    indexUrls: [
      'https://pypi.org/simple',
      'https://a.example/simple',
      'https://b.example/simple',
      'https://c.example/simple?key=1',
      'https://d.example/simple',
    ],
  })
})

test('no-index leaves the directories only', async () => {
  const variables = {
    PIP_NO_INDEX: 'yes',
    PIP_INDEX_URL: 'https://a.example/simple',
    PIP_FIND_LINKS: '/srv/wheels',
  }
  expect(await settingsWith({}, variables)).toEqual({
    ...untouched,
    indexUrls: [],
    findLinks: ['/srv/wheels'],
  })
})

test('indexes may be directories and file URLs', async () => {
  const variables = { PIP_INDEX_URL: '~/index', PIP_EXTRA_INDEX_URL: 'file:///srv/index' }
  expect(await settingsWith({}, variables)).toMatchObject({
    indexUrls: ['TOP/home/index', 'file:///srv/index'],
  })
})

test.each([
  [
    'PIP_CERT',
    { PIP_CERT: '/pip.pem', REQUESTS_CA_BUNDLE: '/requests.pem', SSL_CERT_FILE: '/ssl.pem' },
    '/pip.pem',
  ],
  ['REQUESTS_CA_BUNDLE', { REQUESTS_CA_BUNDLE: '/requests.pem', SSL_CERT_FILE: '/ssl.pem' }, '/requests.pem'],
  ['SSL_CERT_FILE', { SSL_CERT_FILE: '/ssl.pem' }, '/ssl.pem'],
])('the certificates are those of %s', async (_, variables, certificate) => {
  expect(await settingsWith({}, variables)).toEqual({ ...untouched, certificate })
})

test.each([
  [{ 'etc/pip.conf': 'index-url = x\n' }, {}, 'pip-config-invalid', /etc\/pip\.conf: line 1 is not/],
  [{ 'etc/pip.conf/x': '' }, {}, 'pip-config-unreadable', /etc\/pip\.conf can't be read/],
  [{}, { PIP_NO_INDEX: 'perhaps' }, 'pip-setting-invalid', /no-index is 'perhaps'/],
  [{}, { PIP_TIMEOUT: 'soon' }, 'pip-setting-invalid', /timeout is 'soon'/],
])('what pip refuses is refused: %j %j', async (files, variables, code, message) => {
  await expect(settingsWith(files, variables)).rejects.toMatchObject({
    name: 'UserError',
    code,
    message: expect.stringMatching(message),
  })
})
