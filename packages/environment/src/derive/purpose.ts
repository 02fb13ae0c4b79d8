import { normaliseName, parseRequirement } from './requirement.ts'
import type { Purpose } from './model.ts'

const testWords = new Set(['test', 'tests', 'testing', 'pytest', 'unittest', 'unittests'])
const developmentWords = new Set(['dev', 'devel', 'develop', 'development', 'ci'])

/** A test environment for something else than the ordinary run. */
const besideWords = new Set([
  'bench',
  'benchmark',
  'benchmarks',
  'build',
  'doc',
  'docs',
  'downstream',
  'gpu',
  'cuda',
  'lint',
  'lowest',
  'min',
  'mindeps',
  'minimum',
  'mypy',
  'oldest',
  'publish',
  'random',
  'release',
  'style',
  'type',
  'types',
  'typing',
])

/** What a group is for, by the words of its name. */
export function purposeOf(name: string): Purpose {
  const words = normaliseName(name).split('-')
  if (words.some((word) => besideWords.has(word))) return 'other'
  if (words.some((word) => testWords.has(word))) return 'test'
  if (words.some((word) => developmentWords.has(word))) return 'development'
  return 'other'
}

const tools = new Set([
  'autoflake',
  'autopep8',
  'bandit',
  'black',
  'build',
  'bump2version',
  'bumpversion',
  'codecov',
  'codespell',
  'commitizen',
  'coverage',
  'coveralls',
  'docformatter',
  'flit',
  'furo',
  'hatch',
  'interrogate',
  'ipython',
  'isort',
  'jupyter',
  'mkdocs',
  'mypy',
  'myst-parser',
  'nbsphinx',
  'nox',
  'pdm',
  'pip',
  'pip-compile-multi',
  'pip-tools',
  'poetry',
  'pre-commit',
  'pycodestyle',
  'pydocstyle',
  'pyflakes',
  'pylint',
  'pyright',
  'pyupgrade',
  'reno',
  'ruff',
  'safety',
  'setuptools',
  'towncrier',
  'tox',
  'twine',
  'ty',
  'uv',
  'wheel',
  'yapf',
])
const toolFamilies =
  /^(flake8|mkdocs|mypy|sphinx|sphinxcontrib|tox|types)-|^sphinx|-(stubs|sphinx-theme)$|^flake8$/

/** Whether it builds documentation, checks style or types, or releases: of no use to a test run. */
export function isDevelopmentTool(requirement: string): boolean {
  const name = parseRequirement(requirement)?.name ?? ''
  return tools.has(name) || toolFamilies.test(name)
}
