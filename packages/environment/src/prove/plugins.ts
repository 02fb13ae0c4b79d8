/** Plugins by the options and fixtures that they bring. */
const plugins: readonly {
  readonly distribution: string
  readonly option: RegExp
  readonly fixture: RegExp
}[] = [
  { distribution: 'pytest-asyncio', option: /^--asyncio-/, fixture: /^event_loop$/ },
  { distribution: 'pytest-benchmark', option: /^--benchmark-/, fixture: /^benchmark$/ },
  { distribution: 'pytest-httpserver', option: /^--httpserver-/, fixture: /^httpserver$/ },
  { distribution: 'pytest-mock', option: /^--mock-/, fixture: /^mocker$/ },
  { distribution: 'pytest-regressions', option: /^--regen-all|^--force-regen/, fixture: /^\w+_regression$/ },
  {
    distribution: 'pytest-socket',
    option: /^--(disable-socket|allow-hosts|allow-unix-socket)/,
    fixture: /^socket_(en|dis)abled$/,
  },
  { distribution: 'pytest-subtests', option: /^--no-subtests/, fixture: /^subtests$/ },
  { distribution: 'pytest-timeout', option: /^--timeout/, fixture: /^$/ },
  { distribution: 'syrupy', option: /^--snapshot-/, fixture: /^snapshot$/ },
]

export function pluginOfOption(option: string): string | null {
  return plugins.find((plugin) => plugin.option.test(option))?.distribution ?? null
}

export function pluginOfFixture(fixture: string): string | null {
  return plugins.find((plugin) => plugin.fixture.test(fixture))?.distribution ?? null
}

/** Plugins that run `async def` tests, the usual one first. */
export const asyncPlugins: readonly string[] = [
  'pytest-asyncio',
  'anyio',
  'pytest-trio',
  'pytest-tornasync',
  'pytest-aiohttp',
  'pytest-twisted',
]
