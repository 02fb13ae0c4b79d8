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
  expect([...codeLineNumbers(text)]).toEqual([4, 6, 8, 9, 10, 11, 13, 16])
})
