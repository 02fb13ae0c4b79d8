import {
  parseRequirement,
  poetryMarker,
  poetrySpecifier,
  withMarker,
  withoutVersion,
} from '@quarry/environment'
import { expect, test } from 'vitest'

test.each([
  ['Foo.Bar', { name: 'foo-bar', extras: [], rest: '', marker: null }],
  ['foo[a, b] >=1, <2', { name: 'foo', extras: ['a', 'b'], rest: '>=1, <2', marker: null }],
  ['foo (>=1)', { name: 'foo', extras: [], rest: '(>=1)', marker: null }],
  ["foo==1.*; python_version<'3'", { name: 'foo', extras: [], rest: '==1.*', marker: "python_version<'3'" }],
  [
    'foo @ https://example.org/a;b.whl ; os_name=="nt"',
    { name: 'foo', extras: [], rest: '@ https://example.org/a;b.whl', marker: 'os_name=="nt"' },
  ],
  ['foo bar', null],
  ['./foo', null],
  ['%(nothing)s', null],
])('%s', (text, expected) => {
  expect(parseRequirement(text)).toEqual(expected)
})

test('a second marker goes beside the first', () => {
  expect([withMarker('a>=1', 'x'), withMarker("a>=1; os_name == 'nt' or y", 'x')]).toEqual([
    'a>=1 ; x',
    "a>=1 ; (os_name == 'nt' or y) and (x)",
  ])
})

test('without a version only the name, extras and the marker are left', () => {
  expect(['A==1', 'a[x]>=1 ; y', 'a @ https://example.org/a.whl'].map(withoutVersion)).toEqual([
    'a',
    'a[x] ; y',
    'a @ https://example.org/a.whl',
  ])
})

test.each([
  ['*', ''],
  ['^1.2.3', '>=1.2.3,<2'],
  ['^0.2.3', '>=0.2.3,<0.3'],
  ['^0.0.3', '>=0.0.3,<0.0.4'],
  ['^0.0', '>=0.0,<0.1'],
  ['^0', '>=0,<1'],
  ['~1.2.3', '>=1.2.3,<1.3'],
  ['~1', '>=1,<2'],
  ['~=1.4', '~=1.4'],
  ['1.2', '==1.2'],
  ['1.*', '==1.*'],
  ['>= 1.2, < 3', '>=1.2,<3'],
  ['^1 || ^2', ''],
])('poetry says %s, pip %s', (constraint, expected) => {
  expect(poetrySpecifier(constraint)).toBe(expected)
})

test('a Python constraint becomes markers', () => {
  expect(poetryMarker('>=3.8.1,<4')).toEqual(['python_full_version >= "3.8.1"', 'python_version < "4"'])
})
