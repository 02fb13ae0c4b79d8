import { join } from 'node:path'
import { openGitTreeStore } from '@quarry/core'
import { chosenFiles } from '@quarry/environment'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

test('a proof collects the files that the definition names, and all where it names none that is there (sympy)', async () => {
  const trees = await openGitTreeStore(join(await temporaryDirectory(), 'trees.git'))
  const texts = ['pkg/a/tests/test_a.py', 'pkg/a/tests/data.py', 'pkg/b/tests/test_b.py'].map(
    (path) => [path, Buffer.from('')] as const,
  )
  const empty = await trees.writeTree([])
  const tree = await trees.withFiles(empty, new Map(texts))
  expect(await chosenFiles(trees, tree, ['pkg/a/tests/test_*.py'])).toEqual(['pkg/a/tests/test_a.py'])
  expect(await chosenFiles(trees, tree, ['pkg/**/test_*.py'])).toEqual([
    'pkg/a/tests/test_a.py',
    'pkg/b/tests/test_b.py',
  ])
  expect(await chosenFiles(trees, tree, ['elsewhere/test_*.py'])).toBeNull()
  expect(await chosenFiles(trees, tree, null)).toBeNull()
  await trees.close()
})
