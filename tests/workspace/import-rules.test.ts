import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const oxlint = join(root, 'node_modules/.bin/oxlint')

const packages = [
  'core',
  'sandbox',
  'syntax',
  'testrun',
  'source',
  'environment',
  'observe',
  'detect',
  'isolate',
  'carve',
  'validate',
  'describe',
  'evaluate',
  'pipeline',
  'cli',
]

/** The house, as in docs/architecture.md: who may import whom. */
const stages = packages.slice(4, 13)
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  sandbox: ['core'],
  syntax: ['core'],
  testrun: ['core', 'sandbox'],
  ...Object.fromEntries(stages.map((stage) => [stage, ['core', 'sandbox', 'syntax', 'testrun']])),
  pipeline: packages.slice(0, 13),
  cli: packages.slice(0, 14),
}

test('lint refuses every import that the house does not allow, and no other', async () => {
  const planted = packages.flatMap((from) =>
    packages
      .filter((to) => to !== from)
      .map((to) => ({ from, to, file: `packages/${from}/src/uses-${to}.ts` })),
  )
  const refused = await lint(
    planted.map(({ file, to }) => [
      file,
      `import { something } from '@quarry/${to}'\nexport const it = something\n`,
    ]),
  )
  const expected = planted.filter(({ from, to }) => !mayImport[from]?.includes(to)).map(({ file }) => file)
  expect(refused).toEqual(expected.toSorted())
})

test('lint refuses a way around the name of a package', async () => {
  const text = (target: string) => `import { something } from '${target}'\nexport const it = something\n`
  const refused = await lint([
    ['packages/observe/src/by-path.ts', text('../../carve/src/carve.ts')],
    ['packages/core/src/store/by-path.ts', text('../../../cli/src/run.ts')],
    ['packages/cli/src/inside.ts', text('@quarry/core/src/index.ts')],
    ['tests/cli/by-path.test.ts', text('../../packages/cli/src/run.ts')],
    ['packages/core/src/neighbour.ts', text('./store/artifact-store.ts')],
  ])
  expect(refused).toEqual([
    'packages/cli/src/inside.ts',
    'packages/core/src/store/by-path.ts',
    'packages/observe/src/by-path.ts',
    'tests/cli/by-path.test.ts',
  ])
})

test('lint refuses console everywhere: the cli prints through its own output', async () => {
  const text = "console.log('here')\nexport const it = 1\n"
  expect(
    await lint([
      ['packages/observe/src/prints.ts', text],
      ['packages/cli/src/prints.ts', text],
    ]),
  ).toEqual(['packages/cli/src/prints.ts', 'packages/observe/src/prints.ts'])
})

/** The files, of those given, that the workspace's own lint settings refuse; sorted. */
async function lint(files: readonly (readonly [path: string, text: string])[]): Promise<string[]> {
  const directory = await temporaryDirectory()
  await copyFile(join(root, '.oxlintrc.json'), join(directory, '.oxlintrc.json'))
  for (const [path, text] of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true })
    await writeFile(join(directory, path), text)
  }
  const { stdout } = await execa(oxlint, ['--format=unix'], { cwd: directory, reject: false })
  const lines = stdout.matchAll(/^(\S+?):\d+:\d+: .*(?:no-restricted-imports|no-console)/gm)
  return [...new Set([...lines].map((match) => match[1] ?? ''))].toSorted()
}
