import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listRepos, loadConfig, loadRepo, loadRepos, PipelineConfig } from '@quarry/core'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

/** A directory with these files. */
async function directoryWith(files: Record<string, string>): Promise<string> {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, 'repos'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
  return directory
}

test('without a file every setting has its default', async () => {
  const directory = await directoryWith({})
  expect(await loadConfig(directory)).toEqual(PipelineConfig.parse({}))
})

test.each([
  ['an object', 'export default { seed: 7, limits: { testSeconds: 5 } }'],
  ['a function', 'export default () => ({ seed: 7, limits: { testSeconds: 5 } })'],
  [
    'an async function',
    'export default async (): Promise<object> => ({ seed: 7, limits: { testSeconds: 5 } })',
  ],
])('pipeline.config.ts may export %s', async (_, text) => {
  const directory = await directoryWith({ 'pipeline.config.ts': text })
  expect(await loadConfig(directory)).toEqual(PipelineConfig.parse({ seed: 7, limits: { testSeconds: 5 } }))
})

test.each([
  [
    'wrong and unknown settings, one line each',
    'export default { seed: "x", limits: { testSeconds: -1, testMinutes: 1 }, color: true }',
    [
      'pipeline.config.ts: seed: Invalid input: expected number, received string',
      'pipeline.config.ts: limits.testSeconds: Too small: expected number to be >0',
      'pipeline.config.ts: limits.testMinutes: there is no such setting',
      'pipeline.config.ts: color: there is no such setting',
    ],
  ],
  [
    'no default export',
    'export const config = {}',
    ['pipeline.config.ts: the default export: Invalid input: expected object, received undefined'],
  ],
  [
    'code that throws',
    'export default () => { throw new Error("no such variable") }',
    ['pipeline.config.ts: cannot be loaded: no such variable'],
  ],
])('what is wrong is told with file and field: %s', async (_, text, lines) => {
  const directory = await directoryWith({ 'pipeline.config.ts': text })
  await expect(loadConfig(directory)).rejects.toMatchObject({
    name: 'UserError',
    code: 'config-invalid',
    message: lines.join('\n'),
  })
})

/** In a Node of its own: the test runner translates TypeScript by itself and would let anything pass. */
async function refusalByNode(directory: string): Promise<string> {
  const script = `
    import { loadConfig } from '@quarry/core'
    await loadConfig(${JSON.stringify(directory)}).catch((error) => process.stdout.write(error.code + ': ' + error.message))
  `
  const options = ['--conditions=quarry-source', '--input-type=module', '--eval', script]
  return (await execa(process.execPath, options, { cwd: import.meta.dirname })).stdout
}

test.each([
  [
    'an enum, which Node cannot strip',
    { 'pipeline.config.ts': 'enum Level { One }\nexport default { seed: Level.One }' },
    'enums, namespaces and parameter properties are not supported here; use a const object or plain values',
  ],
  [
    'a folder of CommonJS',
    { 'package.json': '{ "type": "commonjs" }', 'pipeline.config.ts': 'export default {}' },
    'is read as CommonJS; write "type": "module" into the nearest package.json',
  ],
])('%s is told in plain words', async (_, files, message) => {
  expect(await refusalByNode(await directoryWith(files))).toBe(
    `config-invalid: pipeline.config.ts: ${message}`,
  )
})

test('a missing import is told with the file that asks for it', async () => {
  const directory = await directoryWith({ 'pipeline.config.ts': 'import "./no-such.ts"\nexport default {}' })
  await expect(loadConfig(directory)).rejects.toMatchObject({
    code: 'config-invalid',
    message: expect.stringMatching(
      /^pipeline\.config\.ts: cannot be loaded: Cannot find module .*no-such\.ts/,
    ),
  })
})

const repo = (name: string) => `export default { name: '${name}', source: { kind: 'path', path: '.' } }`

test('repositories are loaded in the order of their names', async () => {
  const directory = await directoryWith({
    'repos/zeta.ts': repo('zeta'),
    'repos/alpha.ts': repo('alpha'),
    'repos/notes.md': '',
  })
  expect(await listRepos(directory)).toEqual(['alpha', 'zeta'])
  expect(await loadRepos(directory)).toEqual([
    { name: 'alpha', source: { kind: 'path', path: '.' } },
    { name: 'zeta', source: { kind: 'path', path: '.' } },
  ])
})

test('without a folder there are no repositories', async () => {
  expect(await loadRepos(await temporaryDirectory())).toEqual([])
})

test.each([
  [
    'another name',
    repo('beta'),
    "repos/alpha.ts: name: is 'beta' and has to be the name of the file, 'alpha'",
  ],
  [
    'an unknown kind of source',
    "export default { name: 'alpha', source: { kind: 'svn' } }",
    "repos/alpha.ts: source.kind: Invalid discriminator value. Expected 'pypi' | 'git' | 'path'",
  ],
])('a repository file with %s is refused', async (_, text, message) => {
  const directory = await directoryWith({ 'repos/alpha.ts': text })
  await expect(loadRepo(directory, 'alpha')).rejects.toMatchObject({
    name: 'UserError',
    code: 'config-invalid',
    message: expect.stringContaining(message),
  })
})
