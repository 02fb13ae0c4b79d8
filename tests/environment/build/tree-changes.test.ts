import type { TreeEntry } from '@quarry/core'
import { treeChanges } from '@quarry/environment'
import { expect, test } from 'vitest'

function entries(...files: readonly (readonly [string, string])[]): TreeEntry[] {
  return files.map(([path, blob]) => ({ path, blob, mode: '100644' }))
}

const before = entries(
  ['pkg/__init__.py', '1'],
  ['pkg/fast.py', '2'],
  ['pkg/fast.pyx', '3'],
  ['setup.py', '4'],
)

test('version files and extension modules are the overlay; intermediates and copies are not', () => {
  const after = entries(
    ...before.map(({ path, blob }) => [path, blob] as const),
    ['build/lib/pkg/__init__.py', '1'],
    ['p.egg-info/PKG-INFO', '5'],
    ['pkg/__pycache__/x.pyc', '6'],
    ['pkg/_core.cpython-311-x86_64-linux-gnu.so', '7'],
    ['pkg/_core.c', '8'],
    ['pkg/_version.py', '9'],
    ['pkg/copy.py', '2'],
  )
  expect(treeChanges(before, after)).toEqual({
    overlay: entries(['pkg/_core.cpython-311-x86_64-linux-gnu.so', '7'], ['pkg/_version.py', '9']),
    changed: [],
    shadowed: [],
  })
})

test('a compiled file beside its module hides it; a changed file is part of the overlay', () => {
  const after = entries(['pkg/__init__.py', '1'], ['pkg/fast.abi3.so', '7'], ['setup.py', '8'])
  expect(treeChanges(before, after)).toEqual({
    overlay: entries(['pkg/fast.abi3.so', '7'], ['setup.py', '8']),
    changed: ['setup.py'],
    shadowed: ['pkg/fast.py'],
  })
})

test('metadata of a release that the build writes over is no part of the overlay', () => {
  const released = entries(['p.egg-info/SOURCES.txt', '1'])
  expect(treeChanges(released, entries(['p.egg-info/SOURCES.txt', '2']))).toEqual({
    overlay: [],
    changed: [],
    shadowed: [],
  })
})
