import { deriveRequirements, readDeclarations } from '@quarry/environment'
import { expect, test } from 'vitest'
import { readFixture } from '../read-fixture.ts'

async function derive(fixture: string, extra: readonly string[] = []) {
  const files = await readFixture(fixture)
  const derived = deriveRequirements(readDeclarations(files, 'sample-kit', '3.11'), extra)
  const lines = derived.requirements.map(({ requirement, from }) => `${requirement}  ←  ${from}`)
  return { lines, constraints: derived.constraints, read: files.filesRead() }
}

test('extras whose names speak of tests, with the distribution itself expanded', async () => {
  expect(await derive('extras')).toEqual({
    lines: [
      'attrs>=22  ←  pyproject.toml [project] dependencies',
      "tomli; python_version < '3.11'  ←  pyproject.toml [project] dependencies",
      'pytest>=7  ←  pyproject.toml [project.optional-dependencies] test',
      'orjson  ←  pyproject.toml [project.optional-dependencies] test',
      "hypothesis ; platform_system != 'Windows'  ←  pyproject.toml [project.optional-dependencies] test",
      'freezegun  ←  pyproject.toml [project.optional-dependencies] testing_extra',
    ],
    constraints: [],
    read: ['pyproject.toml'],
  })
})

test('dependency groups with includes, even where they form a circle', async () => {
  expect(await derive('dependency-groups')).toEqual({
    lines: [
      'pytest  ←  pyproject.toml [dependency-groups] test',
      'pytest-asyncio  ←  pyproject.toml [dependency-groups] test',
    ],
    constraints: [],
    read: ['pyproject.toml'],
  })
})

test('development groups speak where nothing is declared for tests, less their tools', async () => {
  expect(await derive('development-only')).toEqual({
    lines: [
      'pytest~=7.2  ←  pyproject.toml [dependency-groups] dev',
      'pytest-cov  ←  pyproject.toml [dependency-groups] dev',
      'PyYAML  ←  pyproject.toml [dependency-groups] dev',
      'freezegun  ←  pyproject.toml [tool.uv] dev-dependencies',
    ],
    constraints: [],
    read: ['pyproject.toml'],
  })
})

test('poetry tables in the words of PEP 508', async () => {
  expect(await derive('poetry')).toEqual({
    lines: [
      'click>=8.1.2,<9  ←  pyproject.toml [tool.poetry.dependencies]',
      'rich[jupyter]>=13.4,<13.5  ←  pyproject.toml [tool.poetry.dependencies]',
      'tomli>=1.1,<3 ; python_version < "3.11"  ←  pyproject.toml [tool.poetry.dependencies]',
      'redis  ←  pyproject.toml [tool.poetry.extras] test-cache',
      'pytest==7.*  ←  pyproject.toml [tool.poetry.group.test.dependencies]',
      'helper @ git+https://example.org/helper.git@abc  ←  pyproject.toml [tool.poetry.group.test.dependencies]',
      'numpy>=1.24,<2 ; python_version < "3.12"  ←  pyproject.toml [tool.poetry.group.test.dependencies]',
      `numpy>=2,<3 ; (platform_system == 'Linux') and (python_version >= "3.12")  ←  pyproject.toml [tool.poetry.group.test.dependencies]`,
    ],
    constraints: [],
    read: ['pyproject.toml'],
  })
})

test('pdm groups, local paths left out', async () => {
  expect(await derive('pdm')).toEqual({
    lines: [
      'anyio  ←  pyproject.toml [project] dependencies',
      'pytest  ←  pyproject.toml [tool.pdm.dev-dependencies] test',
    ],
    constraints: [],
    read: ['pyproject.toml'],
  })
})

test('hatch environments inherit from the default one, features and groups included', async () => {
  expect(await derive('hatch')).toEqual({
    lines: [
      'pytest  ←  pyproject.toml [tool.hatch.envs.default]',
      'pytest-mock  ←  pyproject.toml [tool.hatch.envs.default]',
      'moto  ←  pyproject.toml [tool.hatch.envs.test]',
      'boto3  ←  pyproject.toml [tool.hatch.envs.test]',
      'responses  ←  pyproject.toml [tool.hatch.envs.test]',
    ],
    constraints: [],
    read: ['pyproject.toml'],
  })
})

test("hatch's own test environment brings pytest and takes nothing from the default one", async () => {
  expect(await derive('hatch-test')).toEqual({
    lines: [
      'pytest  ←  hatch.toml [envs.hatch-test]',
      'pytest-mock  ←  hatch.toml [envs.hatch-test]',
      'trustme  ←  hatch.toml [envs.hatch-test]',
    ],
    constraints: [],
    read: ['hatch.toml', 'pyproject.toml'],
  })
})

test('a test group without pytest only adds to the development group that has it', async () => {
  expect(await derive('test-group-without-pytest')).toEqual({
    lines: [
      'cloudpickle  ←  pyproject.toml [dependency-groups] testing-extra',
      'pytest>=8  ←  pyproject.toml [dependency-groups] dev',
      'dirty-equals  ←  pyproject.toml [dependency-groups] dev',
    ],
    constraints: [],
    read: ['pyproject.toml'],
  })
})

test('setup.cfg beside an empty setup.py', async () => {
  expect(await derive('setup-cfg')).toEqual({
    lines: [
      'attrs >= 19  ←  setup.cfg [options] install_requires',
      'importlib-metadata; python_version < "3.8"  ←  setup.cfg [options] install_requires',
      'pytest  ←  setup.cfg [options] tests_require',
      'pretend  ←  setup.cfg [options] tests_require',
      'pytest-timeout  ←  setup.cfg [options.extras_require] test',
    ],
    constraints: [],
    read: ['setup.cfg', 'setup.py'],
  })
})

test('setup.py is read, not run', async () => {
  expect(await derive('setup-py')).toEqual({
    lines: [
      'requests>=2  ←  setup.py install_requires',
      'idna  ←  setup.py install_requires',
      'six  ←  setup.py install_requires',
      'mock  ←  setup.py tests_require',
      'sure  ←  setup.py tests_require',
      'pytest  ←  setup.py extras_require test',
      'pypac  ←  setup.py extras_require test',
      'respx  ←  setup.py extras_require test',
      'flaky  ←  setup.py extras_require testing-more',
    ],
    constraints: [],
    read: ['setup.py'],
  })
})

test('tox.ini with includes, constraints, substitutions, factors and extras', async () => {
  expect(await derive('tox-ini')).toEqual({
    lines: [
      'iniconfig==2.0.0  ←  tox.ini [testenv]',
      'pluggy==1.5.0  ←  tox.ini [testenv]',
      'wcwidth  ←  tox.ini [testenv]',
      'freezegun  ←  tox.ini [testenv]',
      'exceptiongroup  ←  tox.ini [testenv]',
      'pytest>=8  ←  tox.ini [testenv]',
      'ujson  ←  tox.ini [testenv]',
    ],
    constraints: ['pytest<9'],
    read: ['constraints.txt', 'requirements/common.txt', 'requirements/test.txt', 'setup.cfg', 'tox.ini'],
  })
})

test('[tool.tox] with deps, extras and dependency groups', async () => {
  expect(await derive('tox-toml')).toEqual({
    lines: [
      'pytest  ←  tox env_run_base',
      'pytest-subtests  ←  tox env_run_base',
      'ujson  ←  tox env_run_base',
      'pytest-xprocess  ←  tox env_run_base',
    ],
    constraints: [],
    read: ['more.txt', 'pyproject.toml'],
  })
})

test('literals that nox sessions install', async () => {
  expect(await derive('nox')).toEqual({
    lines: [
      'pytest  ←  noxfile.py tests',
      'trustme  ←  noxfile.py tests',
      'h2  ←  noxfile.py tests',
      'pytest-httpbin  ←  noxfile.py tests',
    ],
    constraints: [],
    read: ['noxfile.py', 'pyproject.toml', 'requirements/extra.txt'],
  })
})

test('requirement files by the usual names, and those that setuptools reads', async () => {
  expect(await derive('requirements-files')).toEqual({
    lines: [
      'numpy  ←  pyproject.toml [tool.setuptools.dynamic] dependencies',
      'pytest  ←  test-requirements.txt',
      'pandas @ https://example.org/pandas-1.0.tar.gz ; python_version > "3.8"  ←  test-requirements.txt',
      'tool @ git+https://example.org/tool.git@v1  ←  test-requirements.txt',
    ],
    constraints: [],
    read: ['pyproject.toml', 'requirements.txt', 'requirements/dev.in', 'test-requirements.txt'],
  })
})

test('pytest alone where nothing is declared, and what the definition adds', async () => {
  expect(await derive('nothing', ['pyyaml'])).toEqual({
    lines: ["pyyaml  ←  the repository's definition", 'pytest  ←  always'],
    constraints: [],
    read: ['pyproject.toml'],
  })
})
