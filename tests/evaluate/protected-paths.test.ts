import { protectedPaths } from '@quarry/evaluate'
import { expect, test } from 'vitest'

const isProtected = protectedPaths({
  original: [
    'src/p/__init__.py',
    'src/p/core.py',
    'src/p/checks_test.py',
    'src/packaging/__init__.py',
    'tests/test_a.py',
    'checks/sub/__init__.py',
    'checks/sub/checks.py',
  ],
  testCode: ['tests/test_a.py', 'tests/sub/conftest.py', 'src/p/checks_test.py', 'checks/sub/checks.py'],
  importRoots: ['src'],
  reserved: new Set(['json', 'pytest', '_pytest', 'packaging', 'docs', 'quarry_probe']),
})

test.each([
  ['tests/test_a.py', true],
  ['tests/data/golden.txt', true],
  ['tests/new_test.py', true],
  ['tests', true],
  ['src/p/checks_test.py', true],
  ['src/p/conftest.py', true],
  ['pyproject.toml', true],
  ['sub/setup.cfg', true],
  ['src/sitecustomize.py', true],
  ['src/pytest.py', true],
  ['src/_pytest/runner.py', true],
  ['src/json.py', true],
  ['src/json/__init__.py', true],
  ['src/json.cpython-311-x86_64-linux-gnu.so', true],
  ['src/json.pyc', true],
  ['src/quarry_probe/plugin.py', true],
  ['checks/json.py', true],
  ['src/evil-1.0.dist-info/entry_points.txt', true],
  ['src/evil.egg-info/entry_points.txt', true],
  ['src/packaging/new.py', false],
  ['src/docs/index.md', false],
  ['src/p/json.py', false],
  ['json.py', false],
  ['src/p/core.py', false],
  ['src/p/testing.py', false],
  ['src/evil.pth', false],
  ['README.md', false],
])('%s protected: %s', (path, expected) => {
  expect(isProtected(path)).toBe(expected)
})
