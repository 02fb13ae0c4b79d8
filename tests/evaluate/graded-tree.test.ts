import type { TreeEntry } from '@quarry/core'
import { gradedTree } from '@quarry/evaluate'
import { expect, test } from 'vitest'

const isProtected = (path: string) => path.startsWith('tests/') || path === 'pyproject.toml'
const entry = (path: string, blob: string, mode: TreeEntry['mode'] = '100644'): TreeEntry => ({
  path,
  mode,
  blob,
})

const original = [
  entry('pyproject.toml', 'o1'),
  entry('src/core.py', 'o2'),
  entry('tests/test_a.py', 'o3'),
  entry('tests/test_hidden.py', 'o4'),
]
const start = [entry('pyproject.toml', 'o1'), entry('src/core.py', 'c2'), entry('tests/test_a.py', 'o3')]
const reference = [original[0]!, original[2]!, original[3]!]

test('a planted test file is gone, the reference bytes are back, and source edits stay (C18)', () => {
  const predicted = [
    entry('pyproject.toml', 'o1', '100755'),
    entry('src/core.py', 'n1'),
    entry('src/new.py', 'n2'),
    entry('tests/test_hidden.py', 'planted'),
  ]
  expect(gradedTree(predicted, start, original, isProtected)).toEqual({
    entries: [predicted[1], predicted[2], ...reference],
    undone: ['pyproject.toml', 'tests/test_a.py', 'tests/test_hidden.py'],
  })
})

test('an untouched start tree has nothing undone, though hidden tests come in', () => {
  expect(gradedTree(start, start, original, isProtected)).toEqual({
    entries: [start[1], ...reference],
    undone: [],
  })
})

test('a link in the place of a folder of tests, and links out of the tree, are gone', () => {
  const link = (path: string, leadsTo: string) => ({ ...entry(path, leadsTo, '120000'), leadsTo })
  const inside = link('src/a.py', '../README.md')
  const predicted = [
    start[1]!,
    link('tests', 'elsewhere'),
    link('out', '/etc'),
    link('src/up', '../..'),
    inside,
  ]
  expect(gradedTree(predicted, start, original, isProtected)).toEqual({
    entries: [start[1], inside, ...reference],
    undone: ['out', 'pyproject.toml', 'src/up', 'tests', 'tests/test_a.py'],
  })
})

test('a file in the place of a folder of a protected file does not collide with it', () => {
  const original_ = [entry('checks/deep/test_x.py', 'o')]
  const predicted = [entry('checks', 'n'), entry('checks/deep/test_x.py/y', 'n')]
  const graded = gradedTree(predicted.slice(0, 1), [], original_, (path) => path.endsWith('test_x.py'))
  expect(graded).toEqual({ entries: original_, undone: ['checks'] })
  const below = gradedTree(predicted.slice(1), [], original_, (path) => path.endsWith('test_x.py'))
  expect(below).toEqual({ entries: original_, undone: ['checks/deep/test_x.py/y'] })
})
