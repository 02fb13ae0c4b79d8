import type { Environment, TreeHash } from '@quarry/core'
import { restoreEnvironment } from '@quarry/environment'
import { afterEach, expect, test, vi } from 'vitest'
import { buildLimit, placeForAllTests } from './real-builds.ts'

const place = placeForAllTests()
const { build, built } = place

afterEach(() => {
  vi.unstubAllEnvs()
})

async function pathsOf(tree: TreeHash | null): Promise<string[] | null> {
  return tree === null ? null : (await place.trees.list(tree)).map((entry) => entry.path)
}

function namesOf(lock: Environment['lock']): string[] {
  return lock.map((locked) => locked.name)
}

test(
  'a project with a version from git, an entry point, a script and async tests, without git history',
  async () => {
    const made = await built('scm-flat', { distribution: 'scm-flat', version: '2.5.1' })
    expect({
      roots: made.import_roots,
      overlay: await pathsOf(made.overlay),
      site: await pathsOf(made.site),
      notes: made.derivation.notes,
      dropped: made.pytest.dropped.map(({ option }) => option),
      kept: made.pytest.kept,
      proof: made.proof,
      lock: namesOf(made.lock).filter(
        (name) => !/^(backports|colorama|exceptiongroup|tomli|typing)/.test(name),
      ),
    }).toEqual({
      roots: [''],
      overlay: ['scm_flat/_version.py'],
      site: [
        'bin/scm-flat',
        'scm_flat-2.5.1.dist-info/METADATA',
        'scm_flat-2.5.1.dist-info/WHEEL',
        'scm_flat-2.5.1.dist-info/entry_points.txt',
        'scm_flat-2.5.1.dist-info/top_level.txt',
      ],
      notes: [
        'no async test passed: added pytest-asyncio, declared in pyproject.toml [dependency-groups] other',
      ],
      dropped: ['-n 2', '--cov=scm_flat', '--doctest-modules'],
      kept: ['-ra'],
      proof: { collected: 4, passed: 4, not_passed: 0 },
      lock: ['iniconfig', 'packaging', 'pluggy', 'pygments', 'pytest', 'pytest-asyncio'],
    })
  },
  buildLimit,
)

test(
  'a distribution that pytest needs is served by the tree, not by the environment',
  async () => {
    const facts = { distribution: 'iniconfig', version: '9.9.9', import_roots: ['src'] }
    const made = await built('needed-by-pytest', facts)
    expect({
      lock: namesOf(made.lock),
      roots: made.import_roots,
      site: await pathsOf(made.site),
      proof: made.proof,
    }).toEqual({
      lock: ['packaging', 'pluggy', 'pygments', 'pytest'],
      roots: ['src'],
      site: ['iniconfig-9.9.9.dist-info/METADATA', 'iniconfig-9.9.9.dist-info/WHEEL'],
      proof: { collected: 1, passed: 1, not_passed: 0 },
    })
  },
  buildLimit,
)

test(
  'without packaging metadata the tree is used as it is, and a missing module is installed',
  async () => {
    const made = await built('nothing-to-install', {})
    expect({
      site: made.site,
      overlay: made.overlay,
      notes: made.derivation.notes,
      proof: made.proof,
    }).toEqual({
      site: null,
      overlay: null,
      notes: [
        'there is neither pyproject.toml nor setup.py: the tree is used as it is',
        'no module yaml: added pyyaml, which nothing declares',
      ],
      proof: { collected: 1, passed: 1, not_passed: 0 },
    })
  },
  buildLimit,
)

test(
  'a build that fails is a rejection with what the installer said',
  async () => {
    const result = await build('broken-build', { distribution: 'no-such-module', version: '1' })
    const rejection = result.kind === 'rejected' ? result.rejection : null
    expect([rejection?.code, rejection?.evidence['log']]).toEqual([
      'install-failed',
      expect.stringContaining('No file/folder found for module no_such_module'),
    ])
  },
  buildLimit,
)

test(
  "an index that does not answer is the machine's fault, not the repository's",
  async () => {
    vi.stubEnv('PIP_INDEX_URL', 'http://127.0.0.1:9/simple')
    await expect(build('nothing-to-install', {})).rejects.toMatchObject({
      name: 'InfrastructureError',
      code: 'index-unreachable',
    })
  },
  buildLimit,
)

test(
  'a lost environment comes back with the Python it was made with, and with no other',
  async () => {
    const draft = await built('nothing-to-install', {})
    const lost: Environment = {
      ...draft,
      schema_version: 1,
      refs: {},
      content_hash: '0'.repeat(64),
      tag: 'a'.repeat(64),
    }
    const { sandbox, trees } = place
    const here = { sandbox, trees, signal: new AbortController().signal }
    await restoreEnvironment(lost, here)
    expect(await sandbox.hasEnvironment(lost.tag)).toBe(true)

    const { version, implementation } = lost.python
    const minor = version.split('.').slice(0, 2).join('.')
    const other = { ...lost, tag: 'b'.repeat(64), python: { ...lost.python, version: `${minor}.99` } }
    await expect(restoreEnvironment(other, here)).rejects.toMatchObject({
      name: 'InfrastructureError',
      code: 'interpreter-changed',
      message: expect.stringMatching(
        `^the environment bbbbbbbbbbbb was made with ${implementation} ${minor}.99, and Python ${minor} is ${implementation} ${version} here \\(.*\\); make ${implementation} ${minor}.99 available again, or mine the repository again`,
      ),
    })
    expect(await sandbox.hasEnvironment(other.tag)).toBe(false)
  },
  buildLimit,
)
