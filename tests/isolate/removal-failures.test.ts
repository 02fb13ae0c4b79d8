import { describe, expect, test } from 'vitest'
import { carvedCopy, passing } from './carved-copy.ts'
import { cutFixture } from './run-isolate.ts'

// What broke suites whose definitions were dropped without a look at who needs them. Each cause stands in one miniature
// repository, of which tests/test_feature.py runs all that is listed here, and tests/test_other.py must not notice.
const feature = [
  'reexported',
  'starred',
  'for_conftest',
  'upper',
  'lower',
  'title',
  'join',
  'quote',
  'Missing',
  'Missing.__bool__',
  'Nothing',
  'Nothing.__str__',
  'doubled',
  '_shared',
  '_plainly',
  'from_seconds',
  'plain',
  'Shelf.__or__',
  'Shelf.__bool__',
  'Shelf.dumps',
  'Shelf.loads',
  'Shelf.copy',
  'Shelf.size:44',
  'Shelf.size:48',
  'Shelf.pick:56',
  'Other',
  'Other.pick',
]

let known: ReturnType<typeof cutFixture> | undefined

function theCut(): ReturnType<typeof cutFixture> {
  return (known ??= cutFixture('removal-failures', {
    f2p: ['tests/test_feature.py'],
    topLevel: feature,
    files: {
      'tests/test_feature.py': { points: [[...feature, 'Shelf', 'Shelf.__init__'], []] },
      'tests/test_other.py': {
        points: [
          ['Shelf', 'Shelf.__init__', 'generate', 'run', 'stays_here', 'apply', 'first', 'stays', 'shown'],
        ],
      },
    },
  }))
}

async function decided(...names: readonly string[]): Promise<Record<string, string>> {
  const { extracted } = await theCut()
  return Object.fromEntries(
    extracted.flatMap(({ id, mode, reason }) => {
      const name = id.split('::')[1] ?? ''
      return names.includes(name) ? [[name, `${mode}: ${reason}`]] : []
    }),
  )
}

const deleted = 'delete: nothing that stays refers to it'

describe('what stopped a suite from loading, or broke it, when definitions were dropped', () => {
  test('re-exports and star imports go with the function, but not what conftest imports', async () => {
    expect(await decided('reexported', 'starred', 'for_conftest')).toEqual({
      reexported: deleted,
      starred: deleted,
      for_conftest: 'hollow: imported by tests/conftest.py:1',
    })
  })

  test('an entry of a dispatch table, and who looks it up, go with the function, unless something that stays says its key', async () => {
    expect(await decided('upper', 'lower', 'title', 'shout')).toEqual({
      upper: deleted,
      lower: 'hollow: referenced by src/kit/tables.py:20',
      title: deleted,
      shout: 'delete: it only works with what is gone',
    })
  })

  test('a name that generated code imports', async () => {
    expect(await decided('join', 'quote', 'Missing')).toEqual({
      join: deleted,
      quote: 'hollow: named in a string at src/kit/compiler.py:6',
      Missing: deleted,
    })
  })

  test('a constant that generated code reads keeps the class that it is made of (mako’s UNDEFINED)', async () => {
    expect(await decided('Nothing')).toEqual({ Nothing: 'hollow: referenced by src/kit/runtime.py:26' })
  })

  test('what goes along names a part of the feature that is hollowed (mako’s _compile_text)', async () => {
    expect(await decided('doubled', 'described', '_shared', '_plainly')).toEqual({
      doubled: deleted,
      described: 'delete: it only works with what is gone',
      _shared: 'hollow: referenced by src/kit/along.py:18',
      _plainly: deleted,
    })
  })

  test('what the body of a class uses: in a table, by an alias', async () => {
    expect(await decided('from_seconds', 'Shelf.copy')).toEqual({
      from_seconds: 'hollow: referenced by src/kit/models.py:22',
      'Shelf.copy': 'hollow: referenced by src/kit/models.py:42',
    })
  })

  test('an override of an abstract method, and of any other', async () => {
    expect(await decided('Shelf.dumps', 'Shelf.loads')).toEqual({
      'Shelf.dumps': 'hollow: overrides Codec.dumps',
      'Shelf.loads': 'hollow: overrides Codec.loads',
    })
  })

  test('special methods, whose absence means something else', async () => {
    expect(await decided('Shelf.__or__', 'Shelf.__bool__')).toEqual({
      'Shelf.__or__': 'hollow: special method of a class that stays',
      'Shelf.__bool__': 'hollow: special method of a class that stays',
    })
  })

  test('overloads and property pairs share a name and go together', async () => {
    const { extracted } = await theCut()
    const sizes = extracted.filter(({ id }) => /::Shelf\.(size|pick)::/.test(id))
    expect(sizes.map(({ id, mode }) => [id, mode])).toEqual(
      [44, 48, 52, 54, 56]
        .map((line, at) => [`src/kit/models.py::Shelf.${at < 2 ? 'size' : 'pick'}::${line}`, 'delete'])
        .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    )
  })

  test('a test that reaches nothing of what is removed is a guard', async () => {
    const cut = await theCut()
    expect([cut.predicted_f2p, cut.predicted_guard]).toEqual([
      ['tests/test_feature.py::test_0'],
      ['tests/test_feature.py::test_1'],
    ])
  })
})

test('the tests that stay pass on what is left', async () => {
  const copy = await carvedCopy('removal-failures', await theCut())
  expect(await passing(copy, ['test_other.test_other'])).toEqual(['test_other.test_other'])
})
