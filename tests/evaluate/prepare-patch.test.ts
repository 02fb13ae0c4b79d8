import { preparePatch } from '@quarry/evaluate'
import { expect, test } from 'vitest'

const isProtected = (path: string) => path.startsWith('tests/')

function prepare(...lines: string[]) {
  const { patch, ...rest } = preparePatch(Buffer.from(lines.join('\n'), 'latin1'), isProtected)
  return { patch: Buffer.from(patch).toString('latin1').split('\n'), ...rest }
}

const source = [
  'diff --git a/src/a.py b/src/a.py',
  'index 1111111..2222222 100644',
  '--- a/src/a.py',
  '+++ b/src/a.py',
  '@@ -1,2 +1,2 @@',
  ' caf\xe9',
  '--- old',
  '+++ new',
]
const hidden = [
  'diff --git a/tests/test_x.py b/tests/test_x.py',
  '--- a/tests/test_x.py',
  '+++ b/tests/test_x.py',
  '@@ -1 +1 @@',
  '-a',
  '+b',
]
const untouched = { protectedPaths: [], notes: [] }

test('a patch that needs nothing keeps every byte', () => {
  expect(prepare('Here is my patch:', ...source)).toEqual({
    patch: ['Here is my patch:', ...source],
    ...untouched,
  })
})

test('sections on protected paths are left out, whatever stands around them', () => {
  expect(prepare(...hidden, ...source, ...hidden, '')).toEqual({
    patch: source,
    protectedPaths: ['tests/test_x.py'],
    notes: [],
  })
})

test('a binary change without data is left out, one with data stays (C15)', () => {
  const dataless = [
    'diff --git a/db.sqlite b/db.sqlite',
    'index 1111111..2222222 100644',
    'Binary files a/db.sqlite and b/db.sqlite differ',
  ]
  const whole = ['diff --git a/x.bin b/x.bin', 'index 1..2 100644', 'GIT binary patch', 'literal 0', '']
  expect(prepare(...dataless, ...whole, ...source)).toEqual({
    patch: [...whole, ...source],
    protectedPaths: [],
    notes: ['left out: db.sqlite, a binary change without its data'],
  })
})

test('a line that only says so is no binary change', () => {
  const said = ['diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -0,0 +1 @@', '+Binary files a and b differ']
  expect(prepare(...said)).toEqual({ patch: said, ...untouched })
})

test('names without a/ and b/ get them: changed, new, renamed, quoted and plain', () => {
  const plain = (lines: string[]) => lines.map((line) => line.replaceAll(/(?<= )[AB]\/|(?<=")[AB]\//g, ''))
  const given = [
    [
      'diff --git A/src/a b.py B/src/a b.py',
      '--- A/src/a b.py\t',
      '+++ B/src/a b.py\t',
      '@@ -1 +1 @@',
      '-a',
      '+b',
    ],
    [
      'diff --git A/new.py B/new.py',
      'new file mode 100644',
      '--- /dev/null',
      '+++ B/new.py',
      '@@ -0,0 +1 @@',
      '+a',
    ],
    ['diff --git A/old B/moved', 'similarity index 100%', 'rename from old', 'rename to moved'],
    ['diff --git "A/\\303\\244.py" "B/\\303\\244.py"', 'old mode 100644', 'new mode 100755'],
    ['--- A/c.py', '+++ B/c.py', '@@ -1 +1 @@', '-a', '+b'],
  ]
  const wanted = given.flat().map((line) => line.replaceAll('A/', 'a/').replaceAll('B/', 'b/'))
  expect(prepare(...given.flatMap(plain))).toEqual({
    patch: wanted,
    protectedPaths: [],
    notes: ['its paths had no a/ and b/ before them'],
  })
})

test('names with other prefixes stay as git takes them', () => {
  const mnemonic = [
    'diff --git i/src/a.py w/src/a.py',
    '--- i/src/a.py',
    '+++ w/src/a.py',
    '@@ -1 +1 @@',
    '-a',
    '+b',
  ]
  expect(prepare(...mnemonic)).toEqual({ patch: mnemonic, ...untouched })
})

test('a patch that went through CRLF altogether comes back; one that is about CRLF files stays', () => {
  expect(prepare(...source.map((line) => `${line}\r`), '')).toEqual({
    patch: [...source, ''],
    protectedPaths: [],
    notes: ['its line ends were CRLF throughout'],
  })
  const about = [...source.slice(0, 5), ' a\r', '-b\r', '+c\r', '']
  expect(prepare(...about)).toEqual({ patch: about, ...untouched })
})

test('a protected path is known by its quoted name, and a move out of it is kept', () => {
  const quoted = [
    'diff --git "a/tests/\\303\\244.py" "b/tests/\\303\\244.py"',
    'old mode 100644',
    'new mode 100755',
  ]
  const move = [
    'diff --git a/tests/x.py b/src/x.py',
    'similarity index 100%',
    'rename from tests/x.py',
    'rename to src/x.py',
  ]
  expect(prepare(...quoted, ...move)).toEqual({ patch: move, protectedPaths: ['tests/ä.py'], notes: [] })
})

test('source that reaches for the test runner is pointed out; a removed line and a text are not', () => {
  const section = (path: string, line: string) => [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    '@@ -0,0 +1 @@',
    line,
  ]
  const given = [
    ...section('src/a.py', '+    from _pytest import runner'),
    ...section('README.md', '+Run pytest.'),
    ...section('src/b.py', '-import pytest'),
  ]
  expect(prepare(...given)).toEqual({
    patch: given,
    protectedPaths: [],
    notes: ['read it before you trust it: src/a.py names the test runner'],
  })
})
