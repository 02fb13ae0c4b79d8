import type { ExtractedObject } from '@quarry/core'
import { blameObjects } from '@quarry/validate'
import { expect, test } from 'vitest'

const extracted: ExtractedObject[] = [
  'a.py::join::3',
  'a.py::C.run::9',
  'b.py::other::1',
  'b.py::C.__or__::4',
].map((id) => ({ id, mode: 'delete', reason: '', depth: 0 }))

test.each([
  ["E   NameError: name 'join' is not defined", ['a.py::join::3']],
  ["E   AttributeError: 'C' object has no attribute 'run'", ['a.py::C.run::9']],
  ["ImportError: cannot import name 'other' from 'b' (/testbed/b.py)", ['b.py::other::1']],
  ["TypeError: Can't instantiate abstract class C with abstract method run", ['a.py::C.run::9']],
  [
    '    def run(self, x):\n>       raise NotImplementedError\nE       NotImplementedError',
    ['a.py::C.run::9'],
  ],
  ['E   assert join == 3', []],
])('%s', (log, expected) => {
  expect(blameObjects(extracted, log)).toEqual(expected)
})
