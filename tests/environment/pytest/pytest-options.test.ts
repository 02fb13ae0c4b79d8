import {
  projectFiles,
  pytestOptions,
  readPytestConfiguration,
  shellJoin,
  shellSplit,
} from '@quarry/environment'
import fc from 'fast-check'
import { expect, test } from 'vitest'

function configurationOf(texts: Record<string, string>) {
  return readPytestConfiguration(projectFiles(new Map(Object.entries(texts))))
}

const pyproject = '[tool.pytest.ini_options]\naddopts = "-ra -n auto"\n'

test.each<[string, Record<string, string>, { file: string | null; addopts: string[] }]>([
  ['nothing', { 'pyproject.toml': '[project]\nname = "p"\n' }, { file: null, addopts: [] }],
  [
    'pytest.ini counts even when empty',
    { 'pytest.ini': '', 'pyproject.toml': pyproject },
    { file: 'pytest.ini', addopts: [] },
  ],
  [
    'pytest.toml comes first',
    { 'pytest.toml': '[pytest]\naddopts = ["-k", "a b"]\n', 'pytest.ini': '[pytest]\naddopts = -x\n' },
    { file: 'pytest.toml', addopts: ['-k', 'a b'] },
  ],
  [
    'pyproject before tox.ini',
    { 'pyproject.toml': pyproject, 'tox.ini': '[pytest]\naddopts = -x\n' },
    { file: 'pyproject.toml', addopts: ['-ra', '-n', 'auto'] },
  ],
  [
    'a list in pyproject is not split again',
    { 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = ["-m", "not slow"]\n' },
    { file: 'pyproject.toml', addopts: ['-m', 'not slow'] },
  ],
  [
    '[tool.pytest] of pytest 9',
    { 'pyproject.toml': '[tool.pytest]\naddopts = ["--strict"]\n' },
    { file: 'pyproject.toml', addopts: ['--strict'] },
  ],
  [
    'tox.ini only with its section',
    { 'tox.ini': '[tox]\n', 'setup.cfg': '[tool:pytest]\naddopts =\n  -rs\n  # note\n  --tb="short"\n' },
    { file: 'setup.cfg', addopts: ['-rs', '--tb=short'] },
  ],
  [
    '[pytest] in setup.cfg is not read',
    { 'setup.cfg': '[pytest]\naddopts = -x\n' },
    { file: null, addopts: [] },
  ],
])('configuration: %s', (_, texts, expected) => {
  expect(configurationOf(texts)).toEqual(expected)
})

test.each<[string, string[], string[]]>([
  [
    '-n auto --dist=loadscope -n4 --numprocesses=2 -p xdist -q',
    ['-q'],
    ['-n auto', '--dist=loadscope', '-n4', '--numprocesses=2', '-p xdist'],
  ],
  [
    '--cov --cov=src --cov-report term-missing --cov-branch --no-cov -v',
    ['-v'],
    ['--cov', '--cov=src', '--cov-report term-missing', '--cov-branch', '--no-cov'],
  ],
  ['--cov pkg tests', ['tests'], ['--cov pkg']],
  [
    '-p no:randomly --random-order --random-order-seed 3 -p randomly',
    ['-p', 'no:randomly'],
    ['--random-order', '--random-order-seed 3', '-p randomly'],
  ],
  ['--reruns 3 --reruns-delay=1 --strict-markers', ['--strict-markers'], ['--reruns 3', '--reruns-delay=1']],
  ['--color=yes --color no --code-highlight=no', [], ['--color=yes', '--color no', '--code-highlight=no']],
  [
    '--doctest-modules --doctest-glob "*.rst" --doctest-plus -W error',
    ['-W', 'error'],
    ['--doctest-modules', '--doctest-glob *.rst', '--doctest-plus'],
  ],
  [
    '--junitxml=out.xml --junit-prefix p -m "not slow"',
    ['-m', 'not slow'],
    ['--junitxml=out.xml', '--junit-prefix p'],
  ],
  ['-x --maxfail=1 --ff --import-mode=importlib', ['--import-mode=importlib'], ['-x', '--maxfail=1', '--ff']],
  ['--showlocals -p no:logging -pno:tmpdir', ['--showlocals', '-p', 'no:logging', '-pno:tmpdir'], []],
])('options: %s', (addopts, kept, dropped) => {
  const options = pytestOptions({ file: 'tox.ini', addopts: shellSplit(addopts) }, [])
  expect({ kept: options.kept, dropped: options.dropped.map(({ option }) => option) }).toEqual({
    kept,
    dropped,
  })
})

test('the arguments put it into effect, and switch installed plugins off', () => {
  const lock = ['pytest', 'pytest-asyncio', 'pytest-cov', 'pytest-xdist'].map((name) => ({
    name,
    version: '1',
  }))
  const addopts = ['-n', '2', '-m', "not 'slow'"]
  expect(pytestOptions({ file: 'pyproject.toml', addopts }, lock)).toEqual({
    kept: ['-m', "not 'slow'"],
    dropped: [{ option: '-n 2', reason: 'xdist: each test file runs in a process of its own' }],
    arguments: [
      '-c',
      'pyproject.toml',
      '-o',
      `addopts=-m 'not '"'"'slow'"'"''`,
      '-p',
      'no:pytest_cov',
      '-p',
      'no:xdist',
    ],
  })
})

test('words that are joined split into the same words', () => {
  const word = fc.string({
    minLength: 1,
    unit: fc.constantFrom('a', '-', '=', ' ', '"', "'", '\\', '$', '\n', 'é'),
  })
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(shellSplit(shellJoin(words))).toEqual(words)
    }),
  )
})
