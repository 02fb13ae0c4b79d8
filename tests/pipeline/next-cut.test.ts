import type { Rejection } from '@quarry/core'
import { type CutSettings, nextCut } from '@quarry/pipeline'
import { expect, test } from 'vitest'

const last: CutSettings = {
  p2pFiles: 5,
  maxCarvedLines: 5000,
  minCarvedLines: 100,
  minF2pPoints: 10,
  seed: 0,
  protect: [{ object: 'a.py::kept::1', because: 'an earlier carve without it broke t.py::old' }],
}
const rejection = (code: string, evidence: Rejection['evidence']): Rejection => ({
  stage: 'validate',
  code,
  message: '',
  evidence,
})

test('what a broken regression test points at stays, beside what stayed before', () => {
  const broken = rejection('p2p-broken', {
    tests: ['t.py::a', 't.py::b'],
    objects: ['a.py::f::9', 'a.py::kept::1'],
  })
  expect(nextCut(broken, last)).toEqual({
    ...last,
    protect: [
      ...last.protect,
      { object: 'a.py::f::9', because: 'an earlier carve without it broke t.py::a' },
    ],
  })
})

test('what was taken out of a file that Python finds to be carved wrongly stays', () => {
  const files = [{ path: 'a.py', message: 'line 3 of the original is not what it was' }]
  const doubt = rejection('carve-in-doubt', { candidate: 'x', files, objects: ['a.py::f::9'] })
  const because =
    'an earlier carve of a.py was not what is left of it: line 3 of the original is not what it was'
  expect(nextCut(doubt, last)?.protect).toEqual([...last.protect, { object: 'a.py::f::9', because }])
})

test('what the environment holds a copy of stays (mako’s compat, and dogpile’s)', () => {
  const path = 'environment:lib/site-packages/dogpile/util/compat.py'
  const leak = rejection('answer-leaked', { path, of: 'a.py', lines: ['x = 1'], objects: ['a.py::f::9'] })
  const because = `${path} is a copy of what was taken out of a.py`
  expect(nextCut(leak, last)?.protect).toEqual([...last.protect, { object: 'a.py::f::9', because }])
  const whole = rejection('answer-leaked', { path: 'testbed:b.py', of: null, lines: ['x = 1'], objects: [] })
  expect(nextCut(whole, last)).toBeNull()
})

test('the line budget shrinks by a little more than the estimate was off', () => {
  const tooMany = rejection('too-many-carved-lines', { carved: 5299, allowed: 5000 })
  expect(nextCut(tooMany, last)).toEqual({ ...last, maxCarvedLines: 4623 })
})

test.each([
  ['nothing new is blamed', rejection('p2p-broken', { tests: ['t'], objects: ['a.py::kept::1'] })],
  ['nothing is blamed', rejection('p2p-broken', { tests: ['t'], objects: [] })],
  [
    'the budget would fall below the minimum',
    rejection('too-many-carved-lines', { carved: 300_000, allowed: 5000 }),
  ],
  ['another cut mends nothing', rejection('too-few-f2p-points', {})],
])('no further cut where %s', (_, reason) => {
  expect(nextCut(reason, last)).toBeNull()
})
