import { codeLineNumbers } from '@quarry/syntax'
import { expect, test } from 'vitest'

const text = [
  '"""Module', //            1
  '',
  'docs."""',
  'import a  # note', //     4
  '# only a comment',
  'def f():', //             6
  '    """Doc."""',
  '    x = """', //          8
  '',
  '    # text"""', //       10
  '    return (x,', //      11
  '        # in between',
  '            1)', //      13
  '    "attribute doc"',
  '\f',
  'class A: "doc"; y = 2', // 16
  '',
].join('\n')

test('docstrings, comments and blank lines hold no code; a string that is used does, blank lines in it too', () => {
  expect([...codeLineNumbers({ text, written: text })]).toEqual([4, 6, 8, 9, 10, 11, 13, 16])
})

test('lines are those that a patch has: a lone carriage return ends none', () => {
  const written = 'x = 1\ry = 2\n# no code\rz = 3\n'
  const text = written.replaceAll('\r', '\n')
  expect([...codeLineNumbers({ text, written })]).toEqual([1, 2])
})
