import type { TreeEntry } from '@quarry/core'
import { protectedPaths, withProtectedRestored } from '@quarry/evaluate'
import { expect, test } from 'vitest'

const isProtected = protectedPaths(
  ['tests/test_a.py', 'tests/sub/conftest.py', 'src/p/checks_test.py'],
  ['src', ''],
)

test.each([
  ['tests/test_a.py', true],
  ['tests/data/golden.txt', true],
  ['tests/new_test.py', true],
  ['src/p/checks_test.py', true],
  ['src/p/conftest.py', true],
  ['pyproject.toml', true],
  ['sub/setup.cfg', true],
  ['src/sitecustomize.py', true],
  ['src/pytest.py', true],
  ['_pytest/runner.py', true],
  ['src/p/core.py', false],
  ['src/p/testing.py', false],
  ['src/p/pytest.py', false],
  ['README.md', false],
])('%s protected: %s', (path, expected) => {
  expect(isProtected(path)).toBe(expected)
})

test('a planted test file is gone, the reference bytes are back, and source edits stay (C18)', () => {
  const entry = (path: string, blob: string): TreeEntry => ({ path, mode: '100644', blob })
  const original = [
    entry('src/p/core.py', 'o1'),
    entry('tests/test_a.py', 'o2'),
    entry('pyproject.toml', 'o3'),
  ]
  const predicted = [
    entry('src/p/core.py', 'n1'),
    entry('src/p/new.py', 'n2'),
    entry('tests/test_a.py', 'planted'),
    entry('conftest.py', 'planted'),
    entry('pyproject.toml', 'o3'),
  ]
  expect(withProtectedRestored(predicted, original, isProtected)).toEqual({
    entries: [
      entry('src/p/core.py', 'n1'),
      entry('src/p/new.py', 'n2'),
      entry('tests/test_a.py', 'o2'),
      entry('pyproject.toml', 'o3'),
    ],
    undone: ['tests/test_a.py', 'conftest.py'],
  })
})
