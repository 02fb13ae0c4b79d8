import {
  deriveRequirements,
  findRepair,
  middlingFirst,
  type Proof,
  projectFiles,
  readDeclarations,
} from '@quarry/environment'
import { expect, test } from 'vitest'

const pyproject = `
[project]
name = "p"
[dependency-groups]
test = ["pytest"]
extra = ["PyYAML>=6", "anyio"]
`
const declarations = readDeclarations(projectFiles(new Map([['pyproject.toml', pyproject]])), 'p', '3.11')
const { atRunTime } = deriveRequirements(declarations, [])

function proof(messages: readonly string[], parts: Partial<Proof> = {}): Proof {
  return {
    lock: [{ name: 'pytest', version: '9' }],
    pytest: { kept: [], dropped: [], arguments: [] },
    collection: {
      points: [],
      errors: messages.map((message) => ({ path: 'tests/test_a.py', message })),
      conftests: [],
      shadowed: [],
      warmUp: { modules: [], sources: [] },
    },
    runs: [],
    asyncWorks: true,
    ...parts,
  }
}

const isOwn = (module: string) => module === 'p' || module === 'helpers'

test('a missing module is looked for in the other groups, then by its well-known name, then by its own', () => {
  const messages = [
    "E   ModuleNotFoundError: No module named 'yaml.nodes'",
    "E   ModuleNotFoundError: No module named 'dateutil'\nE   ModuleNotFoundError: No module named 'some_thing'",
    "E   ModuleNotFoundError: No module named 'p._version'",
    "E   ModuleNotFoundError: No module named 'helpers'",
  ]
  expect(findRepair(proof(messages), declarations, atRunTime, isOwn)).toEqual({
    requirements: [
      { requirement: 'python-dateutil', from: 'repair: no module dateutil' },
      { requirement: 'some-thing', from: 'repair: no module some_thing' },
      { requirement: 'PyYAML>=6', from: 'pyproject.toml [dependency-groups] extra' },
    ],
    notes: [
      'no module dateutil: added python-dateutil, which nothing declares',
      'no module some_thing: added some-thing, which nothing declares',
      'no module yaml: added pyyaml, declared in pyproject.toml [dependency-groups] extra',
    ],
  })
})

test('options of a plugin that is not there', () => {
  const message = 'pytest: error: unrecognized arguments: --benchmark-disable --timeout=3 --mystery'
  expect(findRepair(proof([message]), declarations, atRunTime, isOwn).requirements).toEqual([
    { requirement: 'pytest-benchmark', from: 'repair: no option --benchmark-disable' },
    { requirement: 'pytest-timeout', from: 'repair: no option --timeout' },
  ])
})

test('C11: async tests of which none passes get the plugin that the repository declares', () => {
  expect(findRepair(proof([], { asyncWorks: false }), declarations, atRunTime, isOwn).requirements).toEqual([
    { requirement: 'anyio', from: 'pyproject.toml [dependency-groups] extra' },
  ])
})

test('nothing is tried twice', () => {
  const message = "ModuleNotFoundError: No module named 'yaml'"
  expect(findRepair(proof([message]), declarations, ['pyyaml'], isOwn)).toEqual({
    requirements: [],
    notes: [],
  })
})

test('files of middling size come first', () => {
  const files = [
    { path: 'huge', size: 60_000 },
    { path: 'b', size: 12 },
    { path: 'a', size: 8 },
    { path: 'm', size: 10 },
    { path: 'tiny', size: 1 },
  ]
  expect(middlingFirst(files)).toEqual(['m', 'a', 'b', 'tiny', 'huge'])
})
