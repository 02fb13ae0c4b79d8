import { artifactKey, canonicalJson, contentHash } from '@quarry/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** The same JSON value with the fields of every object in the opposite order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, field]) => [name, reordered(field)]),
  )
}

test('the text does not depend on the order of fields, and holds the whole value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(reordered(value))).toBe(canonicalJson(value))
      expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('keys and hashes do not depend on the order of fields', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (parts, artifact) => {
      const other = Object.fromEntries(Object.entries(artifact).toReversed())
      expect(artifactKey('carve', 1, parts.map(reordered))).toBe(artifactKey('carve', 1, parts))
      expect(contentHash(other)).toBe(contentHash(artifact))
    }),
  )
})

test('fields are sorted, nothing stands between them, and undefined fields are left out', () => {
  expect(canonicalJson({ b: [1, { d: null, c: undefined }], a: 'é"\n', 10: true, 9: -0 })).toBe(
    '{"10":true,"9":0,"a":"é\\"\\n","b":[1,{"d":null}]}',
  )
})

test.each([
  ['a number that is none', { a: [Number.NaN] }, '$.a[0] is number'],
  ['undefined in a list', { a: [undefined] }, '$.a[0] is undefined'],
  ['a map, which would become {}', { files: new Map([['a', 1]]) }, '$.files is object'],
  ['bytes', { patch: Buffer.from('x') }, '$.patch is object'],
  ['a big integer', { n: 1n }, '$.n is bigint'],
])('what JSON would lose is a bug: %s', (_, value, message) => {
  expect(() => canonicalJson(value)).toThrow(
    expect.objectContaining({
      name: 'BugError',
      code: 'not-json',
      message: expect.stringContaining(message),
    }),
  )
})

test('the content hash covers everything but refs, measured and itself', () => {
  const artifact = {
    schema_version: 1,
    refs: { source: 'a'.repeat(64) },
    content_hash: 'b'.repeat(64),
    measured: { ms: 12 },
    tree: 't',
  }
  const hash = contentHash(artifact)
  expect(contentHash({ ...artifact, refs: {}, content_hash: '', measured: {} })).toBe(hash)
  expect(contentHash({ ...artifact, tree: 'u' })).not.toBe(hash)
  expect(contentHash({ ...artifact, schema_version: 2 })).not.toBe(hash)
  expect(hash).toBe('b11ecb6871c2a8d32646b894307e148fc7a7c03c118aeb361c26f5ea422a8efc')
})

test('stage, version and every part tell keys apart', () => {
  const keys = [
    artifactKey('carve', 1, ['a', 'b']),
    artifactKey('isolate', 1, ['a', 'b']),
    artifactKey('carve', 2, ['a', 'b']),
    artifactKey('carve', 1, ['ab']),
    artifactKey('carve', 1, ['b', 'a']),
    artifactKey('carve', 1, [['a', 'b']]),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})
