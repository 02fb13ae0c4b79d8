import { execa } from 'execa'
import { expect, test } from 'vitest'
import type { Instance } from '@quarry/core'
import { describeFixture, type DescribedCut } from './describe-fixture.ts'

const letters = 'src/postbox/letters.py'
const rates = 'src/postbox/rates.py'
const stamps = 'src/postbox/stamps.py'

const everything: DescribedCut = {
  tests: ['tests/test_post.py'],
  delete: [
    `${letters}::Address.label`,
    `${letters}::Address.distance`,
    `${letters}::_total_of_stamps`,
    `${letters}::post`,
    `${letters}::never_named`,
    `${rates}::cheapest`,
    `${rates}::reload_table`,
    `${rates}::spare`,
    ...['Stamp', 'Stamp.__add__', 'Stamp.is_valid_in'].map((name) => `${stamps}::${name}`),
  ],
  hollow: [
    `${letters}::Address.__init__`,
    `${letters}::Letter`,
    ...['__init__', '__len__', '__enter__', '__exit__', 'size', 'parse', 'deliver', 'stick'].map(
      (name) => `${letters}::Letter.${name}`,
    ),
    `${letters}::Letter.Status.describe`,
    `${rates}::price`,
  ],
}

async function describePostbox(cut: DescribedCut): Promise<Instance> {
  const result = await describeFixture('postbox', cut)
  if (result.kind === 'rejected') throw new Error(result.rejection.message)
  return result.artifact as Instance
}

/** Qualified names of everything defined in the Python of a statement, as Python itself reads it. */
async function namesIn(statement: string): Promise<string[]> {
  const blocks = [...statement.matchAll(/^(`{3,})python\n(.*?)\n\1$/gms)].map((match) => match[2])
  const script = `
import ast, json, sys
def names(node, before=""):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield before + child.name
            yield from names(child, before + child.name + ".")
print(json.dumps([name for block in json.load(sys.stdin) for name in names(ast.parse(block))]))
`
  const { stdout } = await execa('python3', ['-c', script], { input: JSON.stringify(blocks) })
  return JSON.parse(stdout) as string[]
}

const needed = [
  'Address',
  'Address.__init__',
  'Address.label',
  'Letter',
  'Letter.Status',
  'Letter.Status.describe',
  'Letter.__enter__',
  'Letter.__exit__',
  'Letter.__init__',
  'Letter.__len__',
  'Letter.deliver',
  'Letter.parse',
  'Letter.size',
  'Letter.size',
  'Letter.stick',
  'Stamp',
  'Stamp.__add__',
  'Stamp.is_valid_in',
  'cheapest',
  'post',
  'post',
  'post',
  'price',
  'reload_table',
]

test('an instance tells how old its tests and its code are', async () => {
  const { dated, code_date } = await describePostbox(everything)
  const at = '2026-05-06T07:08:09.000Z'
  expect({ dated, code_date }).toEqual({
    dated: [{ path: 'tests/test_post.py', at, from: 'index-upload-time' }],
    code_date: at,
  })
})

test('everything that hidden tests name in any way is in the statement, and nothing else', async () => {
  const { problem_statement, interfaces } = await describePostbox(everything)
  expect((await namesIn(problem_statement)).toSorted()).toEqual(needed)
  // Classes of which only members are gone are shown, but are no interface of their own.
  const shownOnly = ['Address', 'Letter.Status']
  expect(interfaces.map(({ qualname }) => qualname).toSorted()).toEqual(
    needed.filter((name) => !shownOnly.includes(name)),
  )
})

test('what only a top-level object needs comes along: its overloads, and a class that is gone around it', async () => {
  const { problem_statement, interfaces } = await describePostbox({
    tests: ['tests/test_office.py'],
    delete: [
      `${letters}::post`,
      `${letters}::Letter`,
      `${letters}::Letter.Status`,
      `${letters}::Letter.Status.describe`,
    ],
    topLevel: [`${letters}::post`, `${letters}::Letter.Status.describe`],
  })
  expect(await namesIn(problem_statement)).toEqual([
    'Letter',
    'Letter.Status',
    'Letter.Status.describe',
    'post',
    'post',
    'post',
  ])
  expect(interfaces.map(({ qualname, because }) => `${qualname} ${because}`)).toEqual([
    'Letter belongs-to-described',
    'Letter.Status belongs-to-described',
    'Letter.Status.describe top-level',
    'post top-level',
    'post top-level',
    'post top-level',
  ])
})

test('the whole statement', async () => {
  const { problem_statement } = await describePostbox(everything)
  await expect(problem_statement).toMatchFileSnapshot('statements/postbox.txt')
})

test('the network and the times of the proofs are in the statement and in the instance', async () => {
  const settings = { network: 'host', fileSeconds: 1800, pointSeconds: 90 } as const
  const { problem_statement, network, limits } = await describePostbox({ ...everything, settings })
  expect({ network, limits }).toEqual({
    network: 'host',
    limits: { file_seconds: 1800, point_seconds: 90 },
  })
  expect(problem_statement).toContain(
    '- The tests may reach the network while they run. One test may take 90 seconds, and a test file 1800.\n',
  )
  expect(problem_statement).not.toContain('no network')
})

test('no hidden test file and no private helper is named', async () => {
  const { problem_statement } = await describePostbox(everything)
  for (const name of ['test_post', '_total_of_stamps', 'never_named', 'spare', 'distance'])
    expect(problem_statement).not.toContain(name)
})

test('a hidden test file that does not parse is a rejection', async () => {
  const result = await describeFixture('postbox', { ...everything, tests: ['tests/test_old.py'] })
  expect(result).toMatchObject({
    kind: 'rejected',
    rejection: {
      stage: 'describe',
      code: 'hidden-test-unparsed',
      evidence: { path: 'tests/test_old.py', line: 3 },
    },
  })
})

test('members of a deleted class are described, although the cut lists the class alone', async () => {
  const { problem_statement, interfaces } = await describePostbox({
    tests: ['tests/test_post.py'],
    delete: [`${stamps}::Stamp`],
    topLevel: [`${stamps}::Stamp`],
  })
  const described = (await namesIn(problem_statement)).toSorted()
  expect(described).toEqual(interfaces.map(({ qualname }) => qualname).toSorted())
  expect(described).toEqual(expect.arrayContaining(['Stamp', 'Stamp.__add__', 'Stamp.is_valid_in']))
  expect(described.filter((name) => /\._[^_]/.test(name))).toEqual([])
})
